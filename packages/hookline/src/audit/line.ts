import { hash } from "node:crypto";
import type { AuditEntry } from "../contract/audit.ts";
import { putByte, putText, putTogether, type Sheet } from "../contract/canonical-bytes.ts";
import { bootId, isoTime, monotonicMs } from "../system/clock.ts";
import { longestLine, type PayloadReference } from "./record.ts";
import { shortenedText } from "./shorten.ts";

/** A line that is ready to be written. */
export interface ReadyLine {
  /** With the newline; good until the next line is made. */
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** The line of the next record of a chain; a record that is too long is shortened, never refused. */
export function makeLine(
  entry: AuditEntry,
  payload: PayloadReference | null,
  place: { readonly chain: string; readonly seq: number; readonly prev: string },
): ReadyLine {
  const { chain, seq, prev } = place;
  const own = { v: 1, chain, seq, prev, time: isoTime(), mono: monotonicMs(), boot: bootId(), payload };
  // The zero byte of the leaf hash stands before the line, the newline after it.
  const sheet: Sheet = { bytes: usualRoom, end: 1 };
  putTogether(sheet, entry, own);
  if (sheet.end > longestLine) {
    const text = Buffer.from(sheet.bytes.subarray(1, sheet.end)).toString("utf8");
    sheet.end = 1;
    putText(sheet, shortenedText(text, longestLine));
  }
  const { end } = sheet;
  putByte(sheet, 0x0a);
  const { bytes } = sheet;
  return { bytes: bytes.subarray(1, end + 1), hash: hash("sha256", bytes.subarray(0, end), "hex") };
}

/** Most lines fit into this; each is written before the next is made. Nobody writes its first byte. */
const usualRoom = Buffer.alloc(16 * 1024);
