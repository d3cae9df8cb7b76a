import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { TraceRecord } from "../../contract/trace.ts";

/** One hook of an event, as the trace tells it. */
export interface TracedRun {
  readonly hook: string;
  /** Where it was written: `path:line:column`. */
  readonly source: string;
  readonly type: string;
  readonly mode: string;
  readonly command: string | null;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly verdict: string;
  readonly fault: string | null;
  /** What it said, whole or as size and digest. */
  readonly said: Json;
  /** Nobody waited for it: it may have ended later, or not yet. */
  readonly background: boolean;
}

/** One event, as the trace tells it. */
export interface TracedEvent {
  readonly eventId: string;
  readonly at: number;
  readonly event: string;
  readonly project: string;
  readonly session: string;
  /** What the matchers were tested on; null if the event has no subject. */
  readonly subject: string | null;
  /** The payload, or the name, size and digest of each of its fields. */
  readonly payload: JsonObject;
  readonly matched: readonly string[];
  readonly skipped: readonly { readonly hook: string; readonly why: string }[];
  readonly runs: readonly TracedRun[];
  readonly verdict: string;
  readonly halt: boolean;
  readonly durationMs: number;
}

/** A hook that nobody waited for, when it has ended. */
export interface LateRun {
  readonly at: number;
  /** The event that it ran on. */
  readonly of: TracedEvent;
  readonly run: TracedRun;
}

/** What the trace tells: an event, or the end of a hook that nobody waited for. */
export type Told = TracedEvent | LateRun;

/** True for the end of a hook that nobody waited for. */
export function isLate(told: Told): told is LateRun {
  return "of" in told;
}

/** Makes one object of the records of each event, when its last one has come; events without a beginning or an end are left out. */
export function* tracedEvents(records: Iterable<TraceRecord>): Generator<TracedEvent> {
  const gather = gatherEvents();
  for (const record of records) for (const told of gather(record)) if (!isLate(told)) yield told;
}

/** So many events are remembered that have not ended, or whose hooks may still run. */
const most = 1_000;

/** Takes the records one by one and gives what they make whole; an event that another process took up again is told once. */
export function gatherEvents(): (record: TraceRecord) => readonly Told[] {
  const open = new Map<string, TraceRecord[]>();
  const ended = new Map<string, TracedEvent>();
  const waiting = new Map<string, TraceRecord[]>();
  const late = (of: TracedEvent, [run, said]: readonly TraceRecord[]): readonly LateRun[] =>
    run && said ? [{ at: said.at, of, run: tracedRun(run.data, said.data) }] : [];
  return (record) => {
    const { eventId, step, data } = record;
    if (data.background === true && (step === "run" || step === "interpret")) {
      const key = `${eventId} ${text(data.hook)} ${text(data.source)}`;
      const both = [...(waiting.get(key) ?? []), record];
      const of = ended.get(eventId);
      if (step === "run" || !of) keep(waiting, key, both);
      else waiting.delete(key);
      return step === "interpret" && of ? late(of, both) : [];
    }
    if (step === "decode") keep(open, eventId, [record]);
    const before = open.get(eventId);
    if (step !== "decode") before?.push(record);
    if (step !== "record" || !before) return [];
    open.delete(eventId);
    if (ended.has(eventId)) return [];
    const event = tracedEvent(before);
    // A thousand whole payloads would be too much.
    keep(ended, eventId, { ...event, payload: {}, runs: [] });
    // A quick hook may have ended before those that are waited for.
    const early = [...waiting].filter(([key, both]) => key.startsWith(`${eventId} `) && both.length === 2);
    for (const [key] of early) waiting.delete(key);
    return [event, ...early.flatMap(([, both]) => late(event, both))];
  };
}

/** Puts something into a map that never grows beyond its measure: the oldest goes. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** The event that these records are of. */
function tracedEvent(records: readonly TraceRecord[]): TracedEvent {
  const data = (step: TraceRecord["step"]) => records.find((one) => one.step === step)?.data ?? {};
  const { event, project, session, payload } = data("decode");
  const { subject, hooks } = data("match");
  const { verdict, halt } = data("aggregate");
  return {
    eventId: records[0]?.eventId ?? "",
    at: records[0]?.at ?? 0,
    event: text(event),
    project: text(project),
    session: text(session),
    subject: typeof subject === "string" ? subject : null,
    payload: isObject(payload) ? payload : {},
    matched: list(hooks).map(text),
    skipped: list(data("plan").skipped).map((one) => {
      const { hook, why } = isObject(one) ? one : {};
      return { hook: text(hook), why: text(why) };
    }),
    runs: runsOf(records),
    verdict: text(verdict),
    halt: halt === true,
    durationMs: number(data("record").durationMs) ?? 0,
  };
}

/** The runs of an event: what each hook did, with what it said, which is written right behind it. */
function runsOf(records: readonly TraceRecord[]): readonly TracedRun[] {
  return records.flatMap((record, index) => {
    if (record.step !== "run") return [];
    const { data } = record;
    const said = records[index + 1]?.step === "interpret" ? records[index + 1]?.data : undefined;
    return [tracedRun(data, said ?? {})];
  });
}

/** One run, of the record of its facts and that of what it said. */
export function tracedRun(facts: JsonObject, said: JsonObject): TracedRun {
  return {
    hook: text(facts.hook),
    source: text(facts.source),
    type: text(facts.type),
    mode: text(facts.mode),
    command: typeof facts.command === "string" ? facts.command : null,
    exitCode: number(facts.exitCode),
    durationMs: number(facts.durationMs) ?? 0,
    verdict: text(said.verdict),
    fault: typeof said.fault === "string" ? said.fault : null,
    said: said.error ?? null,
    background: facts.end === "background" || facts.background === true,
  };
}

const text = (value: Json | undefined) => (typeof value === "string" ? value : "");
const number = (value: Json | undefined) => (typeof value === "number" ? value : null);
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
