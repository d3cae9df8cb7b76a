import { isObject, type Json } from "../contract/json.ts";
import type { AuditRecord } from "./record.ts";

/** Which records are wanted; what is absent does not matter. */
export interface RecordFilter {
  readonly event?: string;
  /** The tool's name, or its kind. */
  readonly tool?: string;
  readonly verdict?: string;
  readonly hook?: string;
  /** The session's id, or how it begins. */
  readonly session?: string;
  /** The id or the type of one of the agents. */
  readonly agent?: string;
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number;
  /** Milliseconds since 1970, exclusive. */
  readonly until?: number;
  /** A text that stands anywhere in the record or in what was kept of its payload, in whatever case. */
  readonly grep?: string;
  readonly failedOpen?: boolean;
}

/** True if a record is among those that are wanted; the payload is asked for only if it matters. */
export function recordFits(
  record: AuditRecord,
  filter: RecordFilter,
  payload: () => Json | undefined,
): boolean {
  return timeFits(record, filter) && wordsFit(record, filter) && textFits(record, filter.grep, payload);
}

function timeFits({ time }: AuditRecord, { since, until }: RecordFilter): boolean {
  if (since === undefined && until === undefined) return true;
  const at = Date.parse(time);
  return (since === undefined || at >= since) && (until === undefined || at < until);
}

function wordsFit(record: AuditRecord, filter: RecordFilter): boolean {
  const { event, tool, verdict, hook, session, agent, failedOpen } = filter;
  const call = record.kind === "note" ? null : record;
  const hooks = record.kind === "decision" ? record.hooks : [];
  return (
    (event === undefined || same(event, call?.event)) &&
    (tool === undefined || same(tool, call?.tool?.name) || same(tool, call?.tool?.kind)) &&
    (verdict === undefined || (record.kind === "decision" && same(verdict, record.verdict))) &&
    (hook === undefined || hooks.some(({ id }) => id === hook)) &&
    (session === undefined || call?.session.startsWith(session) === true) &&
    (agent === undefined || record.actor.agents.some(({ id, type }) => id === agent || same(agent, type))) &&
    (failedOpen !== true || hooks.some((one) => one.failedOpen))
  );
}

function same(wanted: string, found: string | undefined): boolean {
  return found !== undefined && wanted.toLowerCase() === found.toLowerCase();
}

function textFits(record: AuditRecord, text: string | undefined, payload: () => Json | undefined): boolean {
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return holds(record, wanted) || holds(payload(), wanted);
}

/** True if a text stands in one of the values, at whatever depth. */
function holds(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(wanted);
  if (Array.isArray(value)) return value.some((item) => holds(item, wanted));
  return isObject(value) && Object.values(value).some((item) => holds(item, wanted));
}
