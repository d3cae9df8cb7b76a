import { sha256 } from "../../system/digest.ts";
import type { AuditRecord } from "../record.ts";

/** The trace of a record: one for each session, the same on every attempt. */
export function traceIdOf(record: AuditRecord): string {
  const session = record.kind === "note" ? "" : record.session || record.eventId;
  return identifier(`trace\0${session || `${record.chain}\0${record.seq}\0${record.prev}`}`, 32);
}

/** The span of the tool call that a record is about: its decision and its execution have the same; null if it is about none. */
export function toolSpanId(record: AuditRecord): string | null {
  if (record.kind === "note" || !record.tool) return null;
  const { useId } = record.tool;
  if (useId !== "") return identifier(`tool\0${record.session}\0${useId}`, 16);
  if (record.kind === "execution") return identifier(`decision\0${record.decisionId}`, 16);
  return record.event === "PreToolUse" ? identifier(`decision\0${record.eventId}`, 16) : null;
}

/** The span of one hook of a decision. */
export function hookSpanId(record: AuditRecord, index: number): string {
  return identifier(`hook\0${record.kind === "note" ? "" : record.eventId}\0${index}`, 16);
}

/** The span that a log record names when it is about no tool. */
export function eventSpanId(record: AuditRecord): string {
  const event = record.kind === "note" ? `${record.chain}\0${record.seq}\0${record.prev}` : record.eventId;
  return identifier(`event\0${event}`, 16);
}

function identifier(text: string, digits: number): string {
  return sha256(`hookline\0${text}`).slice(0, digits);
}
