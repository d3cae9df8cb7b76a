import { decidedBy, recordSentence } from "../export/sentence.ts";
import type { AuditRecord } from "../record.ts";
import type { ShippedRecord } from "./destination.ts";
import { plainLine, wellFormed } from "./well-formed.ts";

/** The facilities of RFC 5424, by the names that people know. */
export const facilities: { readonly [name: string]: number } = {
  kern: 0,
  user: 1,
  mail: 2,
  daemon: 3,
  auth: 4,
  syslog: 5,
  lpr: 6,
  news: 7,
  uucp: 8,
  cron: 9,
  authpriv: 10,
  ftp: 11,
  audit: 13,
  local0: 16,
  local1: 17,
  local2: 18,
  local3: 19,
  local4: 20,
  local5: 21,
  local6: 22,
  local7: 23,
};

/** What stands in a message beside the record. */
export interface MessageOptions {
  readonly facility: number;
  readonly appName: string;
  readonly body: "sentence" | "json";
}

const bom = "\ufeff";

/** One RFC 5424 message, as UTF-8. */
export function syslogMessage({ line, record, hash }: ShippedRecord, options: MessageOptions): Buffer {
  const priority = options.facility * 8 + severityOf(record);
  const header = [
    `<${priority}>1`,
    record.time,
    printable(record.actor.host, 255),
    printable(options.appName, 48),
    printable(String(record.actor.pid), 128),
    printable(record.kind === "note" ? record.note : record.event, 32),
  ].join(" ");
  const body = options.body === "json" ? line : plainLine(recordSentence(record));
  return Buffer.from(`${header} ${structuredData(record, hash)} ${bom}${body}`);
}

/** 2 critical … 6 informational: what was denied is a warning, a guard that failed open an error. */
export function severityOf(record: AuditRecord): number {
  if (record.kind === "note") return 5;
  if (record.kind === "execution") return record.result === "error" ? 4 : 6;
  if (record.hooks.some(({ failedOpen }) => failedOpen)) return 3;
  if (record.verdict === "deny") return 4;
  return record.verdict === "ask" || record.verdict === "defer" ? 5 : 6;
}

/** 32473 is the number that RFC 5612 keeps for examples: Hookline has none of its own. */
function structuredData(record: AuditRecord, hash: string): string {
  const values: [string, string][] = [
    ["seq", String(record.seq)],
    ["chain", record.chain],
    ["kind", record.kind],
    ["hash", hash],
  ];
  if (record.kind === "decision") {
    values.push(["verdict", record.verdict]);
    for (const id of decidedBy(record).slice(0, 8)) values.push(["hook", id]);
  }
  if (record.kind === "execution") values.push(["result", record.result]);
  if (record.kind !== "note") {
    values.push(["session", record.session], ["eventId", record.eventId]);
    if (record.tool) values.push(["tool", record.tool.name]);
  }
  return `[hookline@32473${values.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")}]`;
}

/** RFC 5424 §6.3.3: the quote, the backslash and the closing bracket are escaped; line breaks would split messages on their way. */
function escaped(value: string): string {
  const shown = wellFormed(value.replaceAll(/\p{Cc}+/gu, " ").slice(0, 256));
  return shown.replaceAll(/["\\\]]/g, "\\$&");
}

/** A field of the header: printable ASCII without spaces, or the nil value. */
function printable(value: string, most: number): string {
  return value.replaceAll(/[^\x21-\x7e]/g, "_").slice(0, most) || "-";
}
