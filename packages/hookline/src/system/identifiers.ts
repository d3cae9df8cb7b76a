import { fillRandomly } from "./random.ts";

/** Random bytes are drawn in blocks: one draw for each identifier would cost more than all the rest. */
const block = new Uint8Array(512);
let used = block.length;

let time = 0;
let count = 0;

/** A new UUIDv7; those made by one process are in ascending order, also inside a millisecond and when the clock is set back. */
export function uuidv7(): string {
  if (used + 10 > block.length) {
    fillRandomly(block);
    used = 0;
  }
  const rest: string = Buffer.prototype.hexSlice.call(block, used + 2, used + 10);
  const now = Date.now();
  if (now > time) {
    time = now;
    // Half of the counter's range stays free for the identifiers that follow in the same millisecond.
    count = (((block[used] ?? 0) & 0x07) << 8) | (block[used + 1] ?? 0);
  } else if (++count > 0xfff) {
    time += 1;
    count = 0;
  }
  used += 10;
  const clock = time.toString(16).padStart(12, "0");
  const counter = (0x7000 | count).toString(16);
  const variant = "89ab"[Number.parseInt(rest.slice(0, 1), 16) & 3];
  return `${clock.slice(0, 8)}-${clock.slice(8)}-${counter}-${variant}${rest.slice(1, 4)}-${rest.slice(4)}`;
}
