import { lstatSync, statSync } from "node:fs";
import type { Look } from "./looks.ts";

/** What a path is now, as a text that is another one when anything has changed that a look of this kind depends on; empty if nothing is there. */
export function signatureOf(path: string, look: Look): string {
  try {
    const read = look === "entry" ? lstatSync : statSync;
    const stat = read(path, { throwIfNoEntry: false });
    if (!stat) return "";
    const { dev, ino, mode, uid, size, mtimeMs, ctimeMs } = stat;
    const identity = `${dev}:${ino}:${mode}:${uid}`;
    return look !== "whole" ? identity : `${identity}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "?";
  }
}

/** True if what is at a path may change once more without another signature: it has changed only just now. */
export function isFresh(path: string, now: number): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return false;
    const { mtimeMs, ctimeMs } = stat;
    return Math.max(mtimeMs, ctimeMs) > now - (ctimeMs % 1_000 === 0 ? freshMs.coarse : freshMs.fine);
  } catch {
    return false;
  }
}

/** Far more than the clocks of file systems need: some of them know nothing but seconds. */
const freshMs = { coarse: 3_000, fine: 100 };
