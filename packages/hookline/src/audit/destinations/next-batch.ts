import { wholeRecord } from "../query-whole.ts";
import { type ReadPosition, readChain } from "../read-chain.ts";
import { type AuditRecord, leafHash } from "../record.ts";
import type { Cursor } from "./cursor.ts";
import type { ShippedRecord } from "./destination.ts";

/** The most that one batch holds, so that memory stays flat whatever waits. */
const mostRecords = 100;
const mostBytes = 256 * 1024;

/** Records that go together, and where the next ones begin. */
export interface Batch {
  readonly records: readonly ShippedRecord[];
  readonly next: ReadPosition;
}

/** The records after a cursor, a batch at most; null if none wait. A batch that was under way comes again as it was. */
export function nextBatch(folder: string, chain: string, cursor: Cursor): Batch | null {
  const records: ShippedRecord[] = [];
  let next = cursor.at;
  let bytes = 0;
  for (const found of readChain(folder, chain, cursor.at.file > 0 ? { at: cursor.at } : {})) {
    const size = Buffer.byteLength(found.line);
    if (records.length > 0 && bytes + size > mostBytes) break;
    records.push({ line: found.line, hash: leafHash(found.line), record: sound(found.record) });
    next = found.next;
    bytes += size;
    if (records.length >= mostRecords || found.record.seq === cursor.pendingSeq) break;
  }
  return records.length === 0 ? null : { records, next };
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const longestMs = 1e10;

/** What somebody tampered with goes out as well, as its line is; what is read from it cannot break the way for those that follow. */
function sound(record: AuditRecord): AuditRecord {
  const whole = wholeRecord(record);
  const known = time.test(whole.time) && !Number.isNaN(Date.parse(whole.time));
  const dated = { ...whole, time: known ? whole.time : new Date(0).toISOString() };
  if (dated.kind === "note") return dated;
  return { ...dated, durationMs: Math.min(Math.max(0, dated.durationMs), longestMs) };
}
