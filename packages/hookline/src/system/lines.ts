import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** A line of a file as it stands there: `ended` is false for a last one without its newline. */
export interface FileLine {
  /** Without the newline; good until the next line is asked for. */
  readonly bytes: Uint8Array;
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
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is no regular file`);
    let held: Buffer = Buffer.alloc(0);
    let start = offset;
    let skipping = false;
    for (let position = offset; ; ) {
      const chunk = Buffer.allocUnsafe(chunkSize);
      const count = readSync(fd, chunk, 0, chunkSize, position);
      if (count === 0) break;
      position += count;
      let bytes = chunk.subarray(0, count);
      if (skipping) {
        const end = bytes.indexOf(newline);
        start += end < 0 ? count : end + 1;
        if (end < 0) continue;
        skipping = false;
        bytes = bytes.subarray(end + 1);
      } else if (held.length > 0) bytes = Buffer.concat([held, bytes]);
      let done = 0;
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, done)) {
        const tooLong = end - done > longest;
        yield {
          bytes: bytes.subarray(done, tooLong ? done + longest : end),
          offset: start,
          ended: true,
          tooLong,
        };
        start += end + 1 - done;
        done = end + 1;
      }
      held = bytes.subarray(done);
      if (held.length > longest) {
        yield { bytes: held.subarray(0, longest), offset: start, ended: false, tooLong: true };
        start += held.length;
        held = Buffer.alloc(0);
        skipping = true;
      }
    }
    if (held.length > 0) yield { bytes: held, offset: start, ended: false, tooLong: false };
  } finally {
    closeSync(fd);
  }
}
