import { setImmediate as nextTurn } from "node:timers/promises";
import type { RE2JS } from "re2js";
import { TooLargeError } from "./file-error.ts";
import type { Target } from "./paths.ts";
import { readBytes } from "./text-file.ts";
import { endIfAborted, type WalkLimits } from "./walk.ts";

/** What fits in one file. */
export interface FileMatches {
  readonly path: string;
  readonly count: number;
  /** `12:text` for a line that fits, `11-text` for one around it, `--` between places; at most so many. */
  readonly lines: readonly string[];
}

const mostLines = 1_000;
const longestLine = 500;
/** So many characters are looked at before others get their turn. */
const pace = 250_000;

/** Looks for lines in one file; null if there are none, or if it holds no text; throws if it is too large. */
export async function matchesIn(
  target: Target,
  regex: RE2JS,
  around: number,
  limits: WalkLimits,
): Promise<FileMatches | null> {
  // Files are read at once and as a whole; between two of them others get their turn.
  await nextTurn();
  endIfAborted(limits.stop);
  const text = readText(target);
  if (text === null) return null;
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (lines.at(-1) === "") lines.pop();
  const fitting: number[] = [];
  let looked = 0;
  for (const [index, line] of lines.entries()) {
    looked += line.length + 1;
    if (looked > pace) {
      looked = 0;
      await nextTurn();
      endIfAborted(limits.stop);
      if (performance.now() > limits.until) {
        limits.cut();
        break;
      }
    }
    if (regex.test(line)) fitting.push(index);
  }
  if (fitting.length === 0) return null;
  return { path: target.path, count: fitting.length, lines: shownLines(lines, fitting, around) };
}

function shownLines(lines: readonly string[], fitting: readonly number[], around: number): readonly string[] {
  const hits = new Set(fitting);
  const shown: string[] = [];
  let next = 0;
  for (const hit of fitting) {
    const from = Math.max(next, hit - around);
    if (around > 0 && shown.length > 0 && from > next) shown.push("--");
    next = Math.max(next, Math.min(lines.length, hit + around + 1));
    for (let index = from; index < next; index++)
      shown.push(`${index + 1}${hits.has(index) ? ":" : "-"}${(lines[index] ?? "").slice(0, longestLine)}`);
    if (shown.length > mostLines) break;
  }
  return shown;
}

/** A file that is gone, closed to us or no text has no lines for us; one that is too large is for the caller to tell. */
function readText(target: Target): string | null {
  try {
    const { bytes } = readBytes(target);
    return bytes.includes(0) ? null : bytes.toString("utf8");
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    return null;
  }
}
