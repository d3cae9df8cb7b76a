import { hash } from "node:crypto";
import type { AuditEntry } from "../contract/audit.ts";
import { canonicalTogether } from "../contract/canonical.ts";
import { canonicalJson, isObject, type Json } from "../contract/json.ts";
import { bootId, monotonicMs } from "../system/clock.ts";
import { longestLine, type PayloadReference } from "./record.ts";

/** A line that is ready to be written. */
export interface ReadyLine {
  /** With the newline; good until the next line is made. */
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Texts of a record that is too long are cut to this. */
const shortText = 1024;

/** The line of the next record of a chain. */
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
  const shorter = canonicalJson(shortened(JSON.parse(text)));
  if (Buffer.byteLength(shorter) < longestLine) return readyLine(shorter);
  throw new Error("the record is longer than 1 MiB");
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

function shortened(value: Json | undefined): Json {
  if (typeof value === "string") {
    if (value.length <= shortText) return value;
    const digest = hash("sha256", value, "hex");
    return `${value.slice(0, shortText)}… (${value.length - shortText} more characters; SHA-256 of all ${digest})`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}
