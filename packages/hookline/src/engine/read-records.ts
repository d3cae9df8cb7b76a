import type { EventRecord, RecordedRun } from "../contract/event-record.ts";
import { faultKinds } from "../contract/fault.ts";
import { isObject, type Json, type JsonObject, jsonOf } from "../contract/json.ts";
import { isVerdict } from "../contract/verdict.ts";
import { filesIn } from "../system/folder-size.ts";
import { readLines } from "../system/lines.ts";
import { realPath } from "../system/local-files.ts";
import { recordsFolder, sessionName } from "./record-places.ts";

/** Which records are wanted; all that there are by default. */
export interface RecordFilter {
  /** The folder of a project. */
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  readonly eventId?: string | undefined;
  readonly event?: string | undefined;
  /** In milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Also what sessions that went on after `since` did before it. */
  readonly wholeSessions?: boolean;
  /** Told of each line that holds no record. */
  readonly onBroken?: (file: string) => void;
}

/** The recorded events, session after session, in the order in which they happened in each; one at a time, so that memory stays flat. */
export function* readRecords(stateFolder: string, filter: RecordFilter = {}): Generator<EventRecord> {
  const { session, since = 0 } = filter;
  const wanted = filter.project === undefined ? filter : { ...filter, project: realPath(filter.project) };
  const own = session === undefined ? null : sessionName(session);
  for (const { path, name } of inOrder(recordsFolder(stateFolder), since)) {
    if (own !== null && !name.startsWith(own)) continue;
    for (const { bytes, tooLong } of readLines(path)) {
      const record = tooLong ? null : parseRecord(bytes.toString());
      if (record === null) filter.onBroken?.(path);
      else if (isWanted(record, wanted)) yield record;
    }
  }
}

/** The files of sessions, the one that was quiet for the longest first; the older half of a session comes before the newer. */
function inOrder(folder: string, since: number) {
  const files = filesIn(folder).filter(({ name }) => /^[0-9a-f]{32}\.jsonl(\.old)?$/.test(name));
  const last = new Map<string, number>();
  for (const { name, modifiedMs } of files) last.set(name.slice(0, 32), modifiedMs);
  const end = (name: string) => last.get(name.slice(0, 32)) ?? 0;
  return files
    .filter(({ modifiedMs }) => modifiedMs >= since)
    .sort((one, other) => end(one.name) - end(other.name) || one.modifiedMs - other.modifiedMs);
}

function isWanted(record: EventRecord, filter: RecordFilter): boolean {
  const { project, session, eventId, event, since, wholeSessions = false } = filter;
  if (project !== undefined && record.project !== project) return false;
  if (eventId !== undefined && record.eventId !== eventId) return false;
  if (session !== undefined && record.session !== session) return false;
  if (event !== undefined && record.event !== event) return false;
  return since === undefined || wholeSessions || record.at >= since;
}

/** The record that a line holds; null if it holds none. */
export function parseRecord(line: string): EventRecord | null {
  const value = jsonOf(line);
  if (!isObject(value) || value.v !== 1) return null;
  const { at, payload, decision, tool } = value;
  if (typeof at !== "number" || !isObject(payload) || !isObject(decision)) return null;
  const { verdict, halt } = decision;
  if (!isVerdict(verdict)) return null;
  return {
    v: 1,
    at,
    eventId: text(value.eventId),
    event: text(value.event),
    project: text(value.project),
    session: text(value.session),
    depth: number(value.depth),
    tool: isObject(tool) ? { name: text(tool.name), kind: text(tool.kind) } : null,
    payload,
    redacted: value.redacted === true,
    cut: list(value.cut).map(text),
    decision: {
      verdict,
      reason: text(decision.reason),
      halt: isObject(halt) ? { reason: text(halt.reason) } : null,
      updatedInput: decision.updatedInput ?? null,
      updatedOutput: decision.updatedOutput ?? null,
      updatedPrompt: decision.updatedPrompt ?? null,
    },
    runs: list(value.runs).filter(isObject).map(recordedRun),
    skipped: list(value.skipped)
      .filter(isObject)
      .map(({ hook, source, dialect, why }) => {
        return { hook: text(hook), source: text(source), dialect: text(dialect), why: text(why) };
      }),
    configuration: text(value.configuration),
    durationMs: number(value.durationMs),
  };
}

const modes = ["enforce", "warn", "shadow"] as const;
const states = ["ok", "fault", "background"] as const;

function recordedRun(run: JsonObject): RecordedRun {
  const { verdict, exitCode, says } = run;
  return {
    hook: text(run.hook),
    source: text(run.source),
    dialect: text(run.dialect),
    type: text(run.type),
    mode: modes.find((mode) => mode === run.mode) ?? "enforce",
    status: states.find((state) => state === run.status) ?? "ok",
    verdict: isVerdict(verdict) ? verdict : "pass",
    reason: text(run.reason),
    fault: faultKinds.find((fault) => fault === run.fault) ?? null,
    exitCode: typeof exitCode === "number" ? exitCode : null,
    durationMs: number(run.durationMs),
    identity: text(run.identity),
    again: run.again === true,
    says: isObject(says) ? says : {},
  };
}

const text = (value: Json | undefined) => (typeof value === "string" ? value : "");
const number = (value: Json | undefined) => (typeof value === "number" ? value : 0);
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
