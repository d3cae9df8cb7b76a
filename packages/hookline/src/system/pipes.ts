import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { errorCode } from "./error-code.ts";

const { O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** The three streams of one hook as open files: what it gets, and what we read. */
export interface Pipes {
  /** For the hook; a null stdin could not be kept (a full disk) and must be written to a pipe that Node makes. */
  readonly theirs: readonly [stdin: number | null, stdout: number, stderr: number];
  readonly stdout: number;
  readonly stderr: number;
  /** Closes what only the hook needs, once it has it. */
  closeTheirs(): void;
  /** Closes everything, when there will be no hook. */
  close(): void;
}

/**
 * Opens two named pipes for output and a private file that holds the payload, and removes all three names. Opening a pipe blocks
 * until its other end is open, so ours, which never blocks, comes first; the hook's ends are ordinary blocking ones.
 *
 * Stdin is a file because a named pipe whose writer is done cannot be opened again: `cat /dev/stdin` would wait for ever.
 */
export function openPipes(names: readonly [string, string, string], payload: Uint8Array): Pipes {
  const [stdinPath, stdoutPath, stderrPath] = names;
  const opened: number[] = [];
  const open = (path: string, flags: number) => {
    const fd = openSync(path, flags);
    opened.push(fd);
    return fd;
  };
  const close = () => {
    for (const fd of opened.splice(0)) closeSync(fd);
  };
  try {
    const stdout = open(stdoutPath, O_RDONLY | O_NONBLOCK);
    const stderr = open(stderrPath, O_RDONLY | O_NONBLOCK);
    const theirs = [
      openPayload(open, stdinPath, payload),
      open(stdoutPath, O_WRONLY),
      open(stderrPath, O_WRONLY),
    ] as const;
    return {
      theirs,
      stdout,
      stderr,
      closeTheirs() {
        for (const fd of opened) if (fd !== stdout && fd !== stderr) closeSync(fd);
        opened.length = 0;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  } finally {
    for (const name of names) unlinkQuietly(name);
  }
}

/** A file of its own for each hook: one that all share could be rewritten by the first for the second. */
function openPayload(
  open: (path: string, flags: number) => number,
  path: string,
  payload: Uint8Array,
): number | null {
  const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o400);
  try {
    for (let offset = 0; offset < payload.length; ) offset += writeSync(fd, payload, offset);
    return open(path, O_RDONLY);
  } catch (error) {
    if (["ENOSPC", "EDQUOT", "EFBIG"].includes(errorCode(error))) return null;
    throw error;
  } finally {
    closeSync(fd);
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or is gone already.
  }
}

/** Writes the payload to a hook's stdin and ends it; a hook that does not read it has done nothing wrong. */
export function feed(stdin: Writable, payload: Uint8Array): void {
  stdin.on("error", () => {});
  stdin.end(payload);
}
