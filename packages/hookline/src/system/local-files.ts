import { accessSync, closeSync, constants, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { sha256 } from "./digest.ts";

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

/** True for a folder; what cannot be a path at all is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** The digest of a file's bytes; null if it cannot be read. */
export function fileDigest(path: string): string | null {
  let file: number | null = null;
  try {
    // Some files of the kernel make a reader wait for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return sha256(readFileSync(file));
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** The path with all links resolved; the path itself if that cannot be done. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The program that a name stands for: a path as it is, else the first executable of that name on PATH. */
export function findProgram(name: string, cwd: string, path: string): string | null {
  const places = name.includes("/")
    ? [resolve(cwd, name)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, name));
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
