import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { errorCode } from "./error-code.ts";
import { noteLook } from "./looks.ts";

/** A file as it was when it was read: `valid` is false if its bytes are not UTF-8. */
export interface WholeFile {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly modifiedMs: number;
  /** Who may read and write it. */
  readonly mode: number;
  readonly valid: boolean;
}

/** Why a file could not be read: the system's code, and a sentence for people. */
export interface UnreadFile {
  readonly error: { readonly code: string; readonly message: string };
}

const sizeLimit = 8 * 1024 * 1024;

/** Reads a regular file of at most 8 MiB, opened once; never throws and never waits for a pipe or a device. `fits` looks at what was opened first. */
export function readWhole(
  path: string,
  flags = 0,
  fits: (stats: Stats) => boolean = () => true,
): WholeFile | UnreadFile {
  noteLook(path, "whole");
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  } catch (error) {
    return unread(path, error);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return refused(stats.isDirectory() ? "EISDIR" : "EINVAL", notAFile(path, stats));
    if (!fits(stats)) return refused("EPERM", `${path} is not as it should be`);
    const bytes = readUpTo(fd, sizeLimit + 1, roomFor(stats.size));
    if (bytes.length > sizeLimit)
      return refused("EFBIG", `${path} is larger than 8 MiB, the most that is read of one file`);
    const text = bytes.toString("utf8");
    return {
      text,
      bytes,
      modifiedMs: stats.mtimeMs,
      mode: stats.mode & 0o777,
      valid: isUtf8(bytes),
    };
  } catch (error) {
    return unread(path, error);
  } finally {
    closeSync(fd);
  }
}

/** Texts of usual size pass through here: room of its own for each would cost more than reading it. */
const passage = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * The text of a regular file that had this size a moment ago, with U+FFFD for what is not UTF-8; null if it is larger than 8 MiB by now.
 * Throws if it cannot be opened or read. Takes half as long as `readFileSync`, which reads pieces of 8 KiB.
 */
export function readText(path: string, size: number): string | null {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = readUpTo(fd, sizeLimit + 1, size < passage.length ? passage : roomFor(size));
    if (bytes.length > sizeLimit) return null;
    return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  } finally {
    closeSync(fd);
  }
}

/** One byte more than expected, so that the read that finds the end needs no second buffer. */
function roomFor(expected: number): Buffer {
  return Buffer.allocUnsafe(Math.min(sizeLimit, expected) + 1);
}

function readUpTo(fd: number, most: number, room: Buffer): Buffer {
  let bytes = room;
  let length = 0;
  while (length < most) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(most, length * 2 + 4096));
    const count = readSync(fd, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

function refused(code: string, message: string): UnreadFile {
  return { error: { code, message } };
}

function notAFile(path: string, stats: Stats): string {
  const what = stats.isDirectory() ? "a folder" : stats.isFIFO() ? "a pipe" : "a device or socket";
  return `${path} is ${what}; a regular file was expected`;
}

function unread(path: string, error: unknown): UnreadFile {
  const code = errorCode(error);
  const reasons: { readonly [code: string]: string } = {
    ENOENT: "does not exist",
    ENOTDIR: "cannot exist: a part of its path is no folder",
    EACCES: "may not be read by this user; check its permissions",
    EPERM: "may not be read by this user; check its permissions",
    ELOOP: "is a link that leads in a circle",
    ENXIO: "is a device or socket; a regular file was expected",
  };
  return refused(code, `${path} ${reasons[code] ?? `cannot be read: ${String(error)}`}`);
}
