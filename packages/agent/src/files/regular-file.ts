import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

/** What a file held, or why it was not read: the system's code, and words that follow on "it". */
export type RegularFile =
  | { readonly bytes: Buffer; readonly code?: undefined; readonly problem?: undefined }
  | { readonly code: string; readonly problem: string };

/** The most that a settings file or a list of MCP servers may hold. */
export const settingsBytes = 1024 * 1024;

/** Reads a regular file of at most so many bytes, opened once; never throws, never waits for a pipe or a device. */
export function readRegular(path: string, mostBytes: number): RegularFile {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return unread(error);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile())
      return { code: stats.isDirectory() ? "EISDIR" : "EINVAL", problem: `is ${kindOf(stats)}` };
    const bytes = readUpTo(fd, mostBytes + 1, stats.size);
    if (bytes.length > mostBytes) return { code: "EFBIG", problem: `is larger than ${mostBytes / 1024} KiB` };
    return { bytes };
  } catch (error) {
    return unread(error);
  } finally {
    closeSync(fd);
  }
}

/** What the file says of its size is only a hint: some have none, and one may grow. */
function readUpTo(fd: number, most: number, expected: number): Buffer {
  let bytes = Buffer.allocUnsafe(Math.min(most, expected + 1));
  let length = 0;
  while (length < most) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(most, length * 2 + 4096));
    const count = readSync(fd, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  return stats.isFIFO() ? "a pipe" : "a device";
}

function unread(error: unknown): RegularFile {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  // A socket cannot be opened at all.
  return { code, problem: code === "ENXIO" ? "is a socket or a device" : `cannot be read (${code})` };
}
