import type { AuditRecord } from "../record.ts";
import { decidedBy } from "./sentence.ts";

type Cell = string | number | boolean;

/** What a spreadsheet would take for a formula begins so; white space before it does not stop one. */
const formula = /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/;

/** Every column with its value; what a record has not is empty. */
const columns: readonly (readonly [name: string, value: (record: AuditRecord) => Cell])[] = [
  ["time", ({ time }) => time],
  ["chain", ({ chain }) => chain],
  ["seq", ({ seq }) => seq],
  ["kind", ({ kind }) => kind],
  ["event", (record) => (record.kind === "note" ? record.note : record.event)],
  ["tool", (record) => moment(record)?.tool?.name ?? ""],
  ["tool_kind", (record) => moment(record)?.tool?.kind ?? ""],
  ["verdict", (record) => (record.kind === "decision" ? record.verdict : "")],
  ["decided_by", (record) => (record.kind === "decision" ? decidedBy(record).join("; ") : "")],
  ["reason", (record) => (record.kind === "decision" ? record.reason : "")],
  ["failed_open", (record) => failedOpen(record).join("; ")],
  ["faults", (record) => (record.kind === "decision" ? record.faults.join("; ") : "")],
  ["rewritten", (record) => (record.kind === "decision" ? record.rewritten : "")],
  ["halt", (record) => (record.kind === "decision" ? record.halt : "")],
  ["ran", (record) => (record.kind === "execution" ? record.ran : "")],
  ["result", (record) => (record.kind === "execution" ? record.result : "")],
  ["error", (record) => (record.kind === "execution" ? record.error : "")],
  ["user", ({ actor }) => actor.user],
  ["host", ({ actor }) => actor.host],
  ["pid", ({ actor }) => actor.pid],
  ["agents", ({ actor }) => actor.agents.map(({ id, type }) => (type ? `${id} (${type})` : id)).join(" > ")],
  ["session", (record) => moment(record)?.session ?? ""],
  ["project", (record) => moment(record)?.project ?? ""],
  ["duration_ms", (record) => moment(record)?.durationMs ?? ""],
  ["event_id", (record) => moment(record)?.eventId ?? ""],
  ["decision_id", (record) => (record.kind === "execution" ? record.decisionId : "")],
  ["tool_use_id", (record) => moment(record)?.tool?.useId ?? ""],
  ["input_sha256", (record) => moment(record)?.inputDigest ?? ""],
  ["output_sha256", (record) => (record.kind === "execution" ? record.outputDigest : "")],
  ["configuration_sha256", (record) => moment(record)?.configuration ?? ""],
  ["detail", (record) => (record.kind === "note" ? JSON.stringify(record.detail) : "")],
  ["previous_hash", ({ prev }) => prev],
];

/** The first row of a CSV file of records. */
export const csvHeader = row(columns.map(([name]) => name));

/** A record as one row of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export function csvRow(record: AuditRecord): string {
  return row(columns.map(([, value]) => value(record)));
}

function row(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: Cell): string {
  if (typeof value !== "string") return String(value);
  // For some readers a null byte ends the file.
  const text = value.replaceAll("\u0000", "\\u0000");
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function moment(record: AuditRecord) {
  return record.kind === "note" ? null : record;
}

function failedOpen(record: AuditRecord): readonly string[] {
  return record.kind === "decision"
    ? record.hooks.filter((hook) => hook.failedOpen).map(({ id, fault }) => `${id}: ${fault ?? "fault"}`)
    : [];
}
