import { lstatSync, type Stats, statSync } from "node:fs";
import { readWhole } from "./whole-file.ts";

/** A file that changed less than this before it was read may change again without a new time stamp. */
const settledMs = 100;

/** A hook file as it was found: its text, that there is none, or why it cannot be read. */
export type HookFileReading =
  | {
      readonly kind: "text";
      readonly text: string;
      /** What tells this state of the file from the next; null if it changed only just now. */
      readonly stamp: string | null;
    }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly why: string };

const absent: HookFileReading = { kind: "absent" };

/** Reads a hook file; a reading of before is given back if the file is certainly still the same. */
export function readHookFile(path: string, before: HookFileReading | null): HookFileReading {
  const stats = statsOf(path);
  if (stats === undefined && !isThere(path)) return absent;
  const stamp = stats ? stampOf(stats) : null;
  if (before?.kind === "text" && before.stamp !== null && before.stamp === stamp) return before;
  const read = readWhole(path);
  if ("error" in read) {
    const { code, message } = read.error;
    if (code === "ENOTDIR") return absent;
    if (code === "ENOENT") return { kind: "unreadable", why: "the file is a link to nothing" };
    return { kind: "unreadable", why: message.replace(path, "the file") };
  }
  if (!read.valid) return { kind: "unreadable", why: "the file is not UTF-8 text" };
  return { kind: "text", text: read.text, stamp };
}

/** True if something has this path, be it readable or not. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** What tells one folder from another, whatever links lead to it; null if there is none. */
export function folderIdentity(path: string): string | null {
  const stats = statsOf(path);
  return stats ? `${stats.dev}:${stats.ino}` : null;
}

/** Undefined if there is nothing, null if that cannot be found out. */
function statsOf(path: string): Stats | undefined | null {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return null;
  }
}

function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string | null {
  const settled = Date.now() - Math.max(mtimeMs, ctimeMs) > settledMs;
  return settled ? `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}` : null;
}
