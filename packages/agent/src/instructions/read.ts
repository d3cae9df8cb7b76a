import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import type { InstructionFile, Origin } from "./file.ts";

/** The most characters of one file, and of all files of a session together. */
export const limits = { file: 40_000, all: 160_000 } as const;

/** Where instructions may come from. */
export interface Bounds {
  readonly home: string;
  /** The repository, or the project where there is none. */
  readonly root: string;
  readonly project: string;
}

/** A file that was read, one that is not there, or one that is left out and why. */
export type Reading =
  | { readonly kind: "file"; readonly file: InstructionFile; readonly notes: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "left"; readonly why: string };

/** The true path of a file, null if there is none. */
export function realFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

/** Reads one file with instructions, no more of it than fits in `room`. */
export function readInstructions(path: string, origin: Origin, bounds: Bounds, room: number): Reading {
  const real = realFile(path);
  if (real === null) return { kind: "none" };
  const why = whyLeft(real, origin, bounds);
  if (why !== null) return { kind: "left", why };
  const notes: string[] = [];
  try {
    const most = Math.max(0, Math.min(limits.file, room));
    const whole = beginningOf(real, limits.file);
    if (whole.text.includes("\0")) return { kind: "left", why: "it is not text" };
    const cut = whole.more || whole.text.length > most;
    if (cut) notes.push(`only its first ${most} characters are used; shorten it or split it`);
    return { kind: "file", file: { path, real, ...origin, text: whole.text.slice(0, most), cut }, notes };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return { kind: "left", why: `it cannot be read${code}` };
  }
}

/** Files that people write instructions in. */
const instructionFile = /\.(md|mdc|markdown|txt)$/i;

/** A file of somebody's repository must not show the model what else lies on the machine; the user's own files may show what lies in home. */
function whyLeft(real: string, { memoryType }: Origin, { home, root, project }: Bounds): string | null {
  if (isInside(project, real)) return null;
  if (memoryType === "User")
    return isInside(home, real) || isInside(root, real)
      ? null
      : "it lies outside the project and the home folder";
  if (!isInside(root, real)) return "it lies outside the project";
  return instructionFile.test(real)
    ? null
    : "it lies outside the project's folder and is not Markdown or plain text";
}

/** True if a path is a folder or lies below it; links in the folder's own path do not count. */
export function isInside(folder: string, path: string): boolean {
  return [folder, realOf(folder)].some((base) => {
    const way = relative(base, path);
    return way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
  });
}

/** The path without links; as it is if there is nothing. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** At most so many characters; a file may be of any size. */
function beginningOf(path: string, characters: number): { readonly text: string; readonly more: boolean } {
  const buffer = Buffer.alloc(characters * 4 + 4);
  // What was a file a moment ago may be a pipe by now: that must not hold us up.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error("no file");
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(file, buffer, length, buffer.length - length, null);
    }
    const text = buffer.toString("utf8", 0, length).replace(/^\uFEFF/, "");
    return { text: text.slice(0, characters), more: text.length > characters };
  } finally {
    closeSync(file);
  }
}
