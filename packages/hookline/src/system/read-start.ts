import { closeSync, constants, openSync, readSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** The first bytes of a file; null if it is not there. No link is followed, and no pipe waited for. */
export function readAtStart(path: string, length: number): Buffer | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, 0));
  } finally {
    closeSync(fd);
  }
}
