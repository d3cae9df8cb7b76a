import type { Json } from "../../contract/json.ts";
import type { ShippedRecord } from "./destination.ts";
import { wellFormed } from "./well-formed.ts";

/** The columns that people search by, with their types; `record` and `line` hold all of it. */
export const columns = [
  ["chain_id", "text not null"],
  ["seq", "bigint not null"],
  ["hash", "text not null"],
  ["time", "timestamptz not null"],
  ["kind", "text not null"],
  ["event", "text"],
  ["event_id", "text"],
  ["session", "text"],
  ["project", "text"],
  ["tool", "text"],
  ["tool_use_id", "text"],
  ["verdict", "text"],
  ["result", "text"],
  ["reason", "text"],
  ["user_name", "text"],
  ["host", "text"],
  ["failed_open", "boolean"],
  ["duration_ms", "double precision"],
  ["record", "jsonb not null"],
  ["line", "text not null"],
] as const;

type Cell = string | number | boolean | null;

/** The cells of one record, in the order of the columns. */
export function rowOf({ line, hash, record }: ShippedRecord, chainId: string): Cell[] {
  const note = record.kind === "note";
  const decision = record.kind === "decision" ? record : null;
  const execution = record.kind === "execution" ? record : null;
  const cells: Cell[] = [
    chainId,
    record.seq,
    hash,
    record.time,
    record.kind,
    note ? record.note : record.event,
    note ? null : record.eventId,
    note ? null : record.session,
    note ? null : record.project,
    note ? null : (record.tool?.name ?? null),
    note ? null : (record.tool?.useId ?? null),
    decision?.verdict ?? null,
    execution?.result ?? null,
    decision?.reason ?? execution?.error ?? null,
    record.actor.user,
    record.actor.host,
    decision ? decision.hooks.some(({ failedOpen }) => failedOpen) : null,
    note ? null : record.durationMs,
    JSON.stringify(storable(JSON.parse(line))),
    line,
  ];
  return cells.map((cell) => (typeof cell === "string" ? storableText(cell) : cell));
}

/** PostgreSQL stores neither NUL nor half a surrogate pair: one such text would keep all that follow from being stored. */
function storableText(text: string): string {
  return wellFormed(text).replaceAll("\0", "\ufffd");
}

function storable(value: Json): Json {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storable(item ?? null)]),
  );
}
