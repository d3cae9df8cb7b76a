import { fillRandomly } from "./random.ts";

/** What one identifier takes of them. */
const each = 10;

/**
 * Random bytes are drawn in blocks: one draw for each identifier would cost more than all the rest. The first block is small, since
 * most processes make few.
 */
let block = new Uint8Array(0);
/** The same bytes as digits. */
let drawn = "";
let used = 0;

let time = 0;
let count = 0;
/** The time as an identifier begins with it. */
let clock = "";

/** Each byte as two digits: an identifier is mostly made when nothing else was done for a while, and then every other way, and every call, takes longer. */
let digits: readonly string[] = [];

/** A new UUIDv7; those made by one process are in ascending order, also inside a millisecond and when the clock is set back. */
export function uuidv7(): string {
  if (used + each > block.length) drawBlock();
  const at = used;
  used += each;
  const now = Date.now();
  if (now > time) {
    setClock(now);
    // Half of the counter's range stays free for the identifiers that follow in the same millisecond.
    count = (((block[at] ?? 0) & 0x07) << 8) | (block[at + 1] ?? 0);
  } else if (++count > 0xfff) {
    setClock(time + 1);
    count = 0;
  }
  const variant = 0x80 | ((block[at + 2] ?? 0) & 0x3f);
  const rest = 2 * (at + 3);
  return `${clock}${digits[0x70 | (count >>> 8)]}${digits[count & 0xff]}-${digits[variant]}${drawn.slice(rest, rest + 2)}-${drawn.slice(rest + 2, rest + 14)}`;
}

function drawBlock(): void {
  if (digits.length === 0)
    digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
  block = new Uint8Array(block.length === 0 ? 512 : 4096);
  fillRandomly(block);
  drawn = Buffer.from(block.buffer).toString("hex");
  used = 0;
}

function setClock(now: number): void {
  time = now;
  const high = Math.floor(now / 0x1_0000_0000);
  const low = now >>> 0;
  clock = `${digits[high >>> 8]}${digits[high & 0xff]}${digits[low >>> 24]}${digits[(low >>> 16) & 0xff]}-${digits[(low >>> 8) & 0xff]}${digits[low & 0xff]}-`;
}
