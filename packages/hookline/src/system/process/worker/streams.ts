import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { makePrivateFolder, removePrivateFolder } from "../private-folder.ts";

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** The streams of a worker: what its process inherits, and our ends of them. */
export interface WorkerStreams {
  /** For `spawn`: open files, or "pipe" where Node must make the streams. */
  readonly inherited: readonly [number, number, number] | "pipe";
  /** Our ends, once the process has theirs; they never keep this process alive. */
  attach(child: ChildProcess): WorkerEnds;
  /** Closes everything, when there will be no process. */
  close(): void;
}

/** What we write to, and what we read from. */
export interface WorkerEnds {
  readonly stdin: Writable;
  readonly stdout: OutputEnd;
  readonly stderr: OutputEnd;
}

/** One stream of output; the chunk is only lent. */
export interface OutputEnd {
  read(onChunk: (chunk: Uint8Array) => void, onEnd: () => void): void;
  destroy(): void;
}

/** Every read of every worker lands here first and is used at once, so that none allocates. */
const landing = Buffer.allocUnsafeSlow(64 * 1024);

const patienceMs = 1_000;

/** Makes real pipes, so that /dev/stdin, /dev/stdout and /dev/stderr work in a worker; where there are none, Node's own sockets must do. */
export async function makeWorkerStreams(): Promise<WorkerStreams> {
  // On macOS, opening /dev/stdin duplicates the descriptor, whatever it is.
  if (process.platform !== "linux") return nodeStreams;
  let folder: string | null = null;
  try {
    folder = makePrivateFolder();
    const names = ["in", "out", "err"].map((name) => join(folder ?? "", name));
    return (await makeNames(names)) ? openAll(names) : nodeStreams;
  } catch {
    return nodeStreams;
  } finally {
    if (folder !== null) removePrivateFolder(folder);
  }
}

function makeNames(names: readonly string[]): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn("mkfifo", names, { stdio: "ignore", detached: true });
    const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    const done = (made: boolean) => {
      clearTimeout(patience);
      settle(made);
    };
    child.once("error", () => done(false));
    child.once("exit", (code) => done(code === 0));
  });
}

function openAll([input = "", output = "", errors = ""]: readonly string[]): WorkerStreams {
  const opened = new Set<number>();
  const open = (path: string, flags: number) => {
    const fd = openSync(path, flags);
    opened.add(fd);
    return fd;
  };
  const close = (fd: number) => {
    if (opened.delete(fd)) closeSync(fd);
  };
  try {
    // Opening a pipe blocks until its other end is open: one that is both never does. The ends of the process are ordinary blocking ones.
    const both = open(input, O_RDWR | O_NONBLOCK);
    const theirs = open(input, O_RDONLY);
    const ours = open(input, O_WRONLY | O_NONBLOCK);
    close(both);
    const stdout = open(output, O_RDONLY | O_NONBLOCK);
    const stderr = open(errors, O_RDONLY | O_NONBLOCK);
    const inherited = [theirs, open(output, O_WRONLY), open(errors, O_WRONLY)] as const;
    return {
      inherited,
      attach() {
        for (const fd of inherited) close(fd);
        opened.clear();
        const stdin = new Socket({ fd: ours, readable: false, writable: true }).unref();
        return { stdin, stdout: readerOf(stdout), stderr: readerOf(stderr) };
      },
      close() {
        for (const fd of [...opened]) close(fd);
      },
    };
  } catch (error) {
    for (const fd of [...opened]) close(fd);
    throw error;
  }
}

const nodeStreams: WorkerStreams = {
  inherited: "pipe",
  attach({ stdin, stdout, stderr }) {
    if (!stdin || !stdout || !stderr) throw new Error("a started process has no streams");
    for (const stream of [stdin, stdout, stderr]) if (stream instanceof Socket) stream.unref();
    return { stdin, stdout: streamEnd(stdout), stderr: streamEnd(stderr) };
  },
  close() {},
};

function readerOf(fd: number): OutputEnd {
  let socket: Socket | null = null;
  return {
    read(onChunk, onEnd) {
      const callback = (count: number) => {
        onChunk(landing.subarray(0, count));
        return true;
      };
      const onread = { buffer: landing, callback };
      const options = { fd, readable: true, writable: false, onread };
      socket = new Socket(options).unref();
      socket.on("end", onEnd).on("error", onEnd).on("close", onEnd);
    },
    destroy: () => socket?.destroy(),
  };
}

function streamEnd(stream: Readable): OutputEnd {
  return {
    read(onChunk, onEnd) {
      stream.on("data", onChunk).on("end", onEnd).on("error", onEnd).on("close", onEnd);
    },
    destroy: () => void stream.destroy(),
  };
}
