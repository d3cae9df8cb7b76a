import { fillRandomly } from "./random.ts";

/** The digits of a byte, written down when somebody first asks for them. */
const hex: string[] = new Array(256);

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
  const now = Date.now();
  if (now > time) {
    time = now;
    // Half of the counter's range stays free for the identifiers that follow in the same millisecond.
    count = ((byte(0) & 0x07) << 8) | byte(1);
  } else if (++count > 0xfff) {
    time += 1;
    count = 0;
  }
  const high = Math.floor(time / 0x1_0000_0000);
  const low = time % 0x1_0000_0000;
  const text =
    `${pair(high >>> 8)}${pair(high)}${pair(low >>> 24)}${pair(low >>> 16)}-${pair(low >>> 8)}${pair(low)}` +
    `-${pair(0x70 | (count >>> 8))}${pair(count)}-${pair((byte(2) & 0x3f) | 0x80)}${pair(byte(3))}` +
    `-${pair(byte(4))}${pair(byte(5))}${pair(byte(6))}${pair(byte(7))}${pair(byte(8))}${pair(byte(9))}`;
  used += 10;
  return text;
}

function byte(offset: number): number {
  return block[used + offset] ?? 0;
}

function pair(value: number): string {
  const byte = value & 0xff;
  hex[byte] ??= byte.toString(16).padStart(2, "0");
  return hex[byte];
}
