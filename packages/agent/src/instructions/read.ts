import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import type { InstructionFile, Origin } from "./file.ts";

/** The most characters of one file, and of all files of a session together. */
export const limits = { file: 40_000, all: 160_000 } as const;

/** Where instructions may come from without anybody being told. */
export interface Bounds {
  readonly home: string;
  /** The repository, or the project where there is none. */
  readonly root: string;
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
  const place = judgePlace(real, origin, bounds);
  if (place.left) return { kind: "left", why: place.left };
  const notes = place.note ? [place.note] : [];
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

/** A file of somebody's repository must not show the model what else lies in the home folder; the user's own files may. */
function judgePlace(real: string, { memoryType }: Origin, { home, root }: Bounds) {
  if (isInside(root, real)) return {};
  if (!isInside(home, real)) return { left: "it lies outside the project and the home folder" };
  if (memoryType === "User") return {};
  return /\.(md|markdown)$/i.test(real)
    ? { note: "it lies outside the project, in the home folder" }
    : { left: "it lies outside the project and is not Markdown" };
}

/** True if a path is a folder or lies below it; links in the folder's own path do not count. */
export function isInside(folder: string, path: string): boolean {
  return [folder, realOf(folder)].some((base) => {
    const way = relative(base, path);
    return way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
  });
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** At most so many characters; a file may be of any size. */
function beginningOf(path: string, characters: number): { readonly text: string; readonly more: boolean } {
  const buffer = Buffer.alloc(characters * 4 + 4);
  const file = openSync(path, "r");
  try {
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
