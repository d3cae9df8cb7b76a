import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { OddFile } from "./disk.ts";

/** A line of a file as it stands there: `ended` is false for a last one without its newline. */
export interface FileLine {
  /** Without the newline; good until the next line is asked for. */
  readonly bytes: Buffer;
  readonly offset: number;
  readonly ended: boolean;
  /** Longer than what was asked for: `bytes` is its beginning. */
  readonly tooLong: boolean;
}

const newline = 0x0a;
const chunkSize = 64 * 1024;

/** Reads a regular file line by line from an offset, in flat memory; no link is followed, and no pipe or device waited for. */
export function* readLines(
  path: string,
  { offset = 0, longest = 1024 * 1024 }: { readonly offset?: number; readonly longest?: number } = {},
): Generator<FileLine> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(fd).isFile()) throw new OddFile(`${path} is no regular file`);
    // One buffer for the whole file: what is left of it moves to the front, and the next bytes come behind.
    let buffer = Buffer.allocUnsafe(chunkSize);
    let [held, start, skipping] = [0, offset, false];
    for (let position = offset; ; ) {
      if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      const count = readSync(fd, buffer, held, buffer.length - held, position);
      if (count === 0) break;
      position += count;
      const bytes = buffer.subarray(0, held + count);
      let done = 0;
      for (let end = bytes.indexOf(newline, held); end >= 0; end = bytes.indexOf(newline, done)) {
        const tooLong = end - done > longest;
        const line = bytes.subarray(done, tooLong ? done + longest : end);
        if (!skipping) yield { bytes: line, offset: start, ended: true, tooLong };
        start += end + 1 - done;
        done = end + 1;
        skipping = false;
      }
      held = bytes.length - done;
      buffer.copyWithin(0, done, bytes.length);
      if (held > longest) {
        // The rest of a line that is too long is read and left out.
        if (!skipping)
          yield { bytes: buffer.subarray(0, longest), offset: start, ended: false, tooLong: true };
        skipping = true;
        start += held;
        held = 0;
      }
    }
    if (held > 0 && !skipping)
      yield { bytes: buffer.subarray(0, held), offset: start, ended: false, tooLong: false };
  } finally {
    closeSync(fd);
  }
}
