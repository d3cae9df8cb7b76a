import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { errorCode } from "../error-code.ts";

const { O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** The three streams of one hook as open files: what it gets, and what we read. */
export interface Pipes {
  readonly stdout: number;
  readonly stderr: number;
  /** What a process can inherit before there is a payload; for the others `fill` tells it. */
  readonly theirs: readonly [stdin: number, stdout: number, stderr: number];
  /** Puts the payload in place and gives what the hook inherits; a stdin of null found no room and must be a pipe that Node makes. */
  fill(payload: Uint8Array): readonly [stdin: number | null, stdout: number, stderr: number];
  /** Closes what only the hook needs, once it has it; our own ends belong to their readers then. */
  handOver(): void;
  /** Closes everything, when there will be no hook. */
  close(): void;
}

/** Opens two named pipes for output and a new private file for the payload, and removes all three names, or opens nothing and throws. */
export function openPipes(names: readonly [stdin: string, stdout: string, stderr: string]): Pipes {
  const [stdinPath, stdoutPath, stderrPath] = names;
  const opened = new Set<number>();
  const open = (path: string, flags: number, mode?: number) => {
    const fd = openSync(path, flags, mode);
    opened.add(fd);
    return fd;
  };
  const close = (...fds: readonly number[]) => {
    for (const fd of fds) if (opened.delete(fd)) closeSync(fd);
  };
  try {
    // Opening a pipe blocks until its other end is open, so ours, which never blocks, comes first; theirs are ordinary blocking ones.
    const stdout = open(stdoutPath, O_RDONLY | O_NONBLOCK);
    const stderr = open(stderrPath, O_RDONLY | O_NONBLOCK);
    const theirStdout = open(stdoutPath, O_WRONLY);
    const theirStderr = open(stderrPath, O_WRONLY);
    // A named pipe whose writer is done cannot be opened again (`cat /dev/stdin` would wait for ever), so stdin is a file; one for
    // each hook, since the first could rewrite one that it shares with the second.
    const payloadFile = open(stdinPath, O_WRONLY | O_CREAT | O_EXCL, 0o400);
    const theirStdin = open(stdinPath, O_RDONLY);
    let filled = false;
    let handedOver = false;
    return {
      stdout,
      stderr,
      theirs: [theirStdin, theirStdout, theirStderr],
      fill(payload) {
        const room = write(payloadFile, payload);
        filled = true;
        // A process that was started ahead gets its payload later.
        if (handedOver) close(payloadFile);
        return [room ? theirStdin : null, theirStdout, theirStderr];
      },
      handOver() {
        handedOver = true;
        close(theirStdin, theirStdout, theirStderr);
        // The hook has started by now: whatever need not be done before is done while it runs.
        if (filled) close(payloadFile);
        for (const fd of [stdout, stderr]) opened.delete(fd);
      },
      close: () => close(...opened),
    };
  } catch (error) {
    close(...opened);
    throw error;
  } finally {
    for (const name of names) remove(name);
  }
}

/** False if the disk has no room for it. */
function write(fd: number, bytes: Uint8Array): boolean {
  try {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
    return true;
  } catch (error) {
    if (["ENOSPC", "EDQUOT", "EFBIG"].includes(errorCode(error))) return false;
    throw error;
  }
}

function remove(path: string): void {
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
