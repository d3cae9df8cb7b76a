import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { FileError, onFile, TooLargeError } from "./file-error.ts";
import type { Target } from "./paths.ts";

/** A file as it is on the disk. */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Larger files are for `grep` and `command_execute`. */
const mostBytes = 20 * 1024 * 1024;

/** Reads a regular file as a whole; never waits for a pipe or a device, never follows a link that came in between. */
export function readBytes({ path, real }: Target): FileBytes {
  return onFile(path, () => {
    const fd = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(fd);
      if (facts.isDirectory()) throw new FileError(`This is a folder, use ls to see what is in it: ${path}`);
      if (!facts.isFile()) throw new FileError(`This is a device or a pipe, not a file: ${path}`);
      if (facts.size > mostBytes)
        throw new TooLargeError(
          `The file is too large (${facts.size} bytes), look at parts of it with grep or command_execute: ${path}`,
        );
      const { mode, uid, gid } = facts;
      return { bytes: readFileSync(fd), mode: mode & 0o7777, uid, gid };
    } finally {
      closeSync(fd);
    }
  });
}

/** The text of a file, apart from the mark at its beginning that some editors write. */
export interface FileText {
  readonly text: string;
  readonly bom: string;
}

/** The text in a file's bytes; throws if there is none. */
export function textOf(bytes: Buffer, path: string): FileText {
  if (bytes.includes(0)) throw new FileError(`This is a binary file, not text: ${path}`);
  if (!isUtf8(bytes)) throw new FileError(`The file is not UTF-8 text: ${path}`);
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? { text: text.slice(1), bom: "\uFEFF" } : { text, bom: "" };
}
