import { hash } from "node:crypto";
import type { AuditEntry } from "../contract/audit.ts";
import { canonicalTogether } from "../contract/canonical.ts";
import { bootId, monotonicMs } from "../system/clock.ts";
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
  const time = new Date().toISOString();
  const own = { v: 1, chain, seq, prev, time, mono: monotonicMs(), boot: bootId(), payload };
  const text = canonicalTogether(entry, own);
  if (text.length * 3 < longestLine || Buffer.byteLength(text) < longestLine) return readyLine(text);
  return readyLine(shortenedText(text, longestLine));
}

/** Most lines fit into this; each is written before the next is made. */
const usualRoom = Buffer.alloc(16 * 1024);

/** One buffer for both: the zero byte of the leaf hash stands before the line, the newline after it. */
function readyLine(text: string): ReadyLine {
  const most = text.length * 3 + 2;
  const room = most <= usualRoom.length ? usualRoom : Buffer.allocUnsafe(most);
  room[0] = 0;
  const end = 1 + room.write(text, 1, "utf8");
  room[end] = 0x0a;
  return { bytes: room.subarray(1, end + 1), hash: hash("sha256", room.subarray(0, end), "hex") };
}
