import { isObject } from "../contract/json.ts";
import { readLines } from "../system/lines.ts";
import { listFiles, recordsPath } from "./places.ts";
import { type AuditRecord, longestLine, parseRecord } from "./record.ts";

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
