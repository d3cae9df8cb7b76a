import { type Stats, statSync } from "node:fs";
import { errorCode } from "./error-code.ts";
import { isThere } from "./local-files.ts";
import { noteLook } from "./looks.ts";
import { folderProblem, readSafe, type SafetyRules } from "./safe-file.ts";
import { readText, readWhole } from "./whole-file.ts";

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
  | {
      readonly kind: "unreadable";
      readonly why: string;
      /** What to do about it, where that is known. */
      readonly mend?: string;
    };

const absent: HookFileReading = { kind: "absent" };

/** The most that a hook file may hold. */
const largest = 8 * 1024 * 1024;

/** Reads a hook file, one that must be safe by the rules for it; a reading of before is given back if the file is certainly still the same. */
export function readHookFile(
  path: string,
  before: HookFileReading | null,
  rules: SafetyRules | null = null,
): HookFileReading {
  noteLook(path, "whole");
  if (rules) return readSafely(path, before, rules);
  if (before?.kind === "text" && before.stamp !== null && before.stamp === stampAt(path)) return before;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return isThere(path) ? readCarefully(path, null) : absent;
    const stamp = stampOf(stats);
    // A pipe would make us wait, and so is not opened.
    if (!stats.isFile() || stats.size > largest) return readCarefully(path, stamp);
    const text = readText(path, stats.size);
    return text === null || text.includes("\uFFFD")
      ? readCarefully(path, stamp)
      : { kind: "text", text, stamp };
  } catch (error) {
    return errorCode(error) === "ENOTDIR" ? absent : readCarefully(path, null);
  }
}

function readSafely(path: string, before: HookFileReading | null, rules: SafetyRules): HookFileReading {
  const stats = statsAt(path);
  // Most machines have none: to find that out by opening it would take longer than all else.
  if (stats === undefined && !isThere(path)) return absent;
  const stamp = stats ? stampOf(stats) : null;
  if (before?.kind === "text" && before.stamp !== null && before.stamp === stamp) {
    // The stamp tells of a new owner or mode of the file, but not of those of its folders.
    const folders = folderProblem(path, rules);
    return folders ? { kind: "unreadable", why: `the file ${folders.why}`, mend: folders.mend } : before;
  }
  const read = readSafe(path, rules);
  if (read.kind === "absent") return absent;
  if (read.kind === "unsafe") return { kind: "unreadable", why: `the file ${read.why}`, mend: read.mend };
  const { text, valid } = read.file;
  return valid ? { kind: "text", text, stamp } : { kind: "unreadable", why: "the file is not UTF-8 text" };
}

/** Reads a file about which something is unusual, and says what is wrong with it. */
function readCarefully(path: string, stamp: string | null): HookFileReading {
  const read = readWhole(path);
  if (!("error" in read)) {
    if (!read.valid) return { kind: "unreadable", why: "the file is not UTF-8 text" };
    return { kind: "text", text: read.text, stamp };
  }
  const { code, message } = read.error;
  if (code === "ENOENT") return { kind: "unreadable", why: "the file is a link to nothing" };
  return { kind: "unreadable", why: message.replace(path, "the file") };
}

function stampAt(path: string): string | null {
  const stats = statsAt(path);
  return stats ? stampOf(stats) : null;
}

/** What the system says of a file; undefined if there is nothing of this name, null if it does not tell. */
function statsAt(path: string): Stats | undefined | null {
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
