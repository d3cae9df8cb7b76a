import { randomFillSync } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

/** Fills bytes with what nobody can guess, from the system itself: the library that has the same takes longer to load than most events take. */
export function fillRandomly(bytes: Uint8Array): void {
  try {
    const file = openSync("/dev/urandom", "r");
    try {
      if (readSync(file, bytes, 0, bytes.length, null) === bytes.length) return;
    } finally {
      closeSync(file);
    }
  } catch {
    // Not every sandbox has it.
  }
  randomFillSync(bytes);
}
