import { createHash } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { delimiter, resolve } from "node:path";
import { noteLook } from "./looks.ts";

/** What tells one state of a file from the next without reading it; null if there is no such regular file. */
export function fileStamp(path: string): string | null {
  try {
    // Most words name no file: an error that is thrown costs ten times as much.
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() ? `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` : null;
  } catch {
    return null;
  }
}

/** True if something has this path, be it readable or not. */
export function isThere(path: string): boolean {
  noteLook(path, "entry");
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** A file that changed less than this before it was looked at may change again without a new stamp. */
const settledMs = 100;

/** True if a file with this stamp was last changed so long ago that the next change makes another stamp. */
export function isSettled(stamp: string | null): boolean {
  const changedMs = Number(stamp?.slice(stamp.lastIndexOf(":") + 1) ?? 0) / 1e6;
  return Math.abs(Date.now() - changedMs) > settledMs;
}

/** How much of a file is read at once. */
const piece = 256 * 1024;

/** The digest of a file's bytes, however many there are; null if it cannot be read. */
export function fileDigest(path: string): string | null {
  let file: number | null = null;
  try {
    // Some files of the kernel make a reader wait for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const hash = createHash("sha256");
    const bytes = Buffer.allocUnsafe(piece);
    for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
      hash.update(bytes.subarray(0, read));
    }
    return hash.digest("hex");
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** The path with all links resolved; the path itself if that cannot be done. */
export function realPath(path: string): string {
  noteLook(path, "identity");
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The program that a name stands for: a path as it is, else the first executable of that name on PATH, whose relative parts start at `cwd`. */
export function findProgram(name: string, cwd: string, path: string): string | null {
  const places = name.includes("/")
    ? [resolve(cwd, name)]
    : path.split(delimiter).map((folder) => resolve(cwd, folder, name));
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
