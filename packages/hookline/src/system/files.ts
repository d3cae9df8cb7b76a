import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  writevSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { uuidv7 } from "./identifiers.ts";
import { makeFolders } from "./make-folders.ts";

/** Replaces a file as a whole, or not at all, and nothing that is none; a link keeps pointing to it, and missing parents are made for the owner alone. */
export function writeAtomically(path: string, text: string, mode: number): void {
  const target = linkTarget(path);
  // A device or a pipe would be gone, for everybody.
  if (statSync(target, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${target} is no file`);
  const folder = dirname(target);
  const draft = join(folder, `.${basename(target)}.${uuidv7()}.tmp`);
  const fd = openMakingParents(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    try {
      writeAll(fd, Buffer.from(text));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** Adds one line with a single write, so that lines of several processes never mix; the file is made for the owner alone. */
export function appendLine(path: string, line: string): void {
  const fd = openMakingParents(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  try {
    const bytes = Buffer.from(`${line}\n`);
    // The smallest function of Node's that writes: who starts often waits for it to be compiled.
    const written = writevSync(fd, [bytes]);
    if (written < bytes.length)
      throw new Error(
        `only ${written} of ${bytes.length} bytes could be added to ${path}: is the disk full?`,
      );
  } finally {
    closeSync(fd);
  }
}

function openMakingParents(path: string, flags: number, mode: number): number {
  try {
    return openSync(path, flags, mode);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    makeFolders(dirname(path), 0o700);
    return openSync(path, flags, mode);
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
}

function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, constants.O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Some file systems cannot do this for a folder; the file itself is safe.
  }
}

/** Makes a folder with all that is above it; one that is there stays. */
export function makeFolder(path: string): void {
  makeFolders(path);
}
