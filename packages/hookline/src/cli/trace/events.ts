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

/** Makes one object of the records of each event, when its last one has come; events without a beginning or an end are left out. */
export function* tracedEvents(records: Iterable<TraceRecord>): Generator<TracedEvent> {
  const open = new Map<string, TraceRecord[]>();
  for (const record of records) {
    const { eventId, step } = record;
    const before = open.get(eventId);
    if (step === "decode") open.set(eventId, [record]);
    else if (before) before.push(record);
    if (step !== "record" || !before) continue;
    open.delete(eventId);
    yield tracedEvent(before);
  }
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
