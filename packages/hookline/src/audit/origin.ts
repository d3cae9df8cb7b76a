import { isObject } from "../contract/json.ts";
import { readLines } from "../system/lines.ts";
import { listFiles, recordsPath } from "./places.ts";
import { type AuditRecord, longestLine, parseRecord } from "./record.ts";

/** The first record of each of a chain's files, by the file's number; files without one are left out. */
export function firstRecords(folder: string, chain: string): ReadonlyMap<number, AuditRecord> {
  const found = new Map<number, AuditRecord>();
  for (const number of listFiles(folder, chain)) {
    const record = firstRecord(recordsPath(folder, chain, number));
    if (record) found.set(number, record);
  }
  return found;
}

/** The first record in a file; null if there is none. */
export function firstRecord(path: string): AuditRecord | null {
  for (const { bytes, ended, tooLong } of readLines(path, { longest: longestLine }))
    return ended && !tooLong ? parseRecord(bytes.toString("utf8")) : null;
  return null;
}

/** The name of a chain that no other one has, on this machine or elsewhere, as its checkpoints say it; empty if it cannot be read. */
export function chainOrigin(folder: string, chain: string): string {
  const [first] = listFiles(folder, chain);
  const record = first === undefined ? null : firstRecord(recordsPath(folder, chain, first));
  if (record?.kind !== "note" || record.note !== "chain-opened" || !isObject(record.detail)) return "";
  return typeof record.detail.origin === "string" ? record.detail.origin : "";
}
