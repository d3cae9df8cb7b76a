import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";
import { privateFolder } from "./state-folder.ts";
import { readWhole } from "./whole-file.ts";

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

/** Adds a line to a file for its owner alone; a file that has grown to the limit becomes the older half, in the place of the one before. True if it began a file. */
export function appendBounded(path: string, line: string, limit: number): boolean {
  let fd = open(path);
  let { size } = fstatSync(fd);
  if (size >= limit) {
    closeSync(fd);
    renameSync(path, `${path}.old`);
    fd = open(path);
    size = 0;
  }
  try {
    const bytes = Buffer.from(`${line}\n`);
    const written = writeSync(fd, bytes);
    if (written < bytes.length)
      throw new Error(`only ${written} of ${bytes.length} bytes could be added to ${path}`);
    return size === 0;
  } finally {
    closeSync(fd);
  }
}

/** The lines of such a file, the oldest first; none if there is no such file. */
export function boundedLines(path: string): readonly string[] {
  return [`${path}.old`, path].flatMap((one) => {
    const read = readWhole(one, constants.O_NOFOLLOW);
    return "text" in read ? read.text.split("\n").filter((line) => line !== "") : [];
  });
}

function open(path: string): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    privateFolder(dirname(path));
    return openSync(path, flags, 0o600);
  }
}
