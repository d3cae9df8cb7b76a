import { fillRandomly } from "./random.ts";

/** Random bytes are drawn, and written as digits, in blocks: one draw for each identifier would cost more than all the rest. */
const block = new Uint8Array(512);
let digits = "";
let used = block.length;

let time = 0;
let count = 0;
/** The time as an identifier begins with it. */
let clock = "";

/** A new UUIDv7; those made by one process are in ascending order, also inside a millisecond and when the clock is set back. */
export function uuidv7(): string {
  if (used + 10 > block.length) {
    fillRandomly(block);
    digits = Buffer.prototype.hexSlice.call(block, 0, block.length);
    used = 0;
  }
  const first = used;
  used += 10;
  const now = Date.now();
  if (now > time) {
    setClock(now);
    // Half of the counter's range stays free for the identifiers that follow in the same millisecond.
    count = (((block[first] ?? 0) & 0x07) << 8) | (block[first + 1] ?? 0);
  } else if (++count > 0xfff) {
    setClock(time + 1);
    count = 0;
  }
  const place = 2 * (first + 2);
  const variant = "89ab"[(block[first + 2] ?? 0) >> 6];
  // Pieces this short are copied: a longer one would hold all digits of the block for as long as somebody keeps the identifier.
  return `${clock}${(0x7000 | count).toString(16)}-${variant}${digits.slice(place + 1, place + 4)}-${digits.slice(place + 4, place + 16)}`;
}

function setClock(now: number): void {
  time = now;
  const text = time.toString(16).padStart(12, "0");
  clock = `${text.slice(0, 8)}-${text.slice(8)}-`;
}
