import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import type { ProcessEnd } from "../../../contract/process.ts";
import type { WorkerSpec } from "../../../contract/worker.ts";
import { uuidv7 } from "../../identifiers.ts";
import { completeEnvironment } from "../launch.ts";
import { describeFailure } from "../spawn-failure.ts";
import { type Stopping, stopProcesses } from "../stop.ts";
import { type Strays, trackStrays } from "../strays.ts";
import type { Watchdog } from "../watchdog.ts";
import { makeWorkerStreams, type WorkerStreams } from "./streams.ts";
import { createTail } from "./tail.ts";

/** One long-lived process in a session of its own. */
export interface WorkerProcess {
  /** Writes to its stdin; before it has started, it waits for it. */
  send(text: string): void;
  /** Ends its stdin, after what was sent. */
  endInput(): void;
  /** SIGTERM, the grace, SIGKILL: all of its processes; `why`, if that is its own fault. */
  stop(graceMs: number, why?: string): void;
  /** What it started and left behind when it ended by itself is named and not ended. */
  letGo(): void;
  /** How much it has written to stderr so far, and what it wrote since, at most the last 8 KiB. */
  stderrMark(): number;
  stderrSince(mark: number): string;
}

/** Who is told what a process does; `ended` comes once and last, when all its output was seen. */
export interface WorkerListener {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** It has closed one of these, and may live on. */
  cut(stream: "stdin" | "stdout"): void;
  ended(end: ProcessEnd, left: readonly number[]): void;
}

/** After its end: how long a child of it that holds its output is waited for. */
const drainMs = 100;

/** Starts a process that reads and writes lines; a start that fails is told as an end. */
export function startWorkerProcess(
  spec: Pick<WorkerSpec, "argv" | "cwd">,
  env: { readonly [name: string]: string },
  watchdog: Watchdog,
  listener: WorkerListener,
): WorkerProcess {
  const cookie = uuidv7();
  const tail = createTail();
  let early: string[] = [];
  let stdin: Writable | null = null;
  let child: ChildProcess | null = null;
  let strays: Strays | null = null;
  let stopping: Stopping | null = null;
  let exit: ProcessEnd | null = null;
  let inputEnds = false;
  let isOver = false;
  let keeps = false;
  let wanted = true;
  let closeStreams = () => {};

  function finish(end: ProcessEnd, left: readonly number[]): void {
    if (isOver) return;
    isOver = true;
    closeStreams();
    strays?.forget();
    if (child?.pid !== undefined) watchdog.forget(child.pid);
    listener.ended(end, left);
  }

  function launch(streams: WorkerStreams): void {
    const { argv, cwd } = spec;
    if (!wanted) {
      streams.close();
      finish({ kind: "cancelled" }, []);
      return;
    }
    const failed = (error: unknown) => {
      streams.close();
      const command = { argv, cwd, env, payload: 0, deadlineMs: 0, graceMs: 0, cap: 0, background: false };
      finish({ kind: "unstarted", ...describeFailure(error, command) }, []);
    };
    try {
      watchdog.wake();
      const { inherited } = streams;
      const stdio = inherited === "pipe" ? inherited : [...inherited];
      const [program, ...rest] = argv;
      child = spawn(program, rest, {
        cwd,
        env: completeEnvironment({ ...env }, cookie),
        detached: true,
        stdio,
      });
    } catch (error) {
      failed(error);
      return;
    }
    if (child.pid === undefined) child.once("error", failed);
    else attend(child, child.pid, streams);
  }

  function attend(started: ChildProcess, pid: number, streams: WorkerStreams): void {
    watchdog.watch(pid);
    strays = trackStrays(pid, cookie);
    started.on("error", () => {});
    const ends = streams.attach(started);
    stdin = ends.stdin.on("error", () => listener.cut("stdin"));
    let open = 2;
    let timer: NodeJS.Timeout | undefined;
    const drained = () => {
      clearTimeout(timer);
      if (exit && !stopping) cleanUp(pid, exit);
    };
    for (const [stream, take] of [
      [ends.stdout, listener.stdout],
      [ends.stderr, note],
    ] as const) {
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        open--;
        if (open === 0) drained();
        if (stream === ends.stdout && !exit) listener.cut("stdout");
      };
      stream.read(take, end);
    }
    closeStreams = () => {
      clearTimeout(timer);
      for (const stream of Object.values(ends)) stream.destroy();
    };
    started.once("exit", (code, signal) => {
      exit = code === null ? { kind: "signal", signal: signal ?? "SIGKILL" } : { kind: "exit", code };
      if (stopping) stopping.check();
      else if (open === 0) drained();
      else timer = setTimeout(() => setImmediate(drained), drainMs);
    });
    started.unref();
    for (const text of early) stdin.write(text);
    early = [];
    if (inputEnds) stdin.end();
  }

  function note(chunk: Uint8Array): void {
    tail.add(chunk);
    listener.stderr(chunk);
  }

  /** A worker that has ended needs nothing any more that it had started; a command may have left it on purpose. */
  function cleanUp(pid: number, end: ProcessEnd): void {
    if (!strays || isOver) return;
    if (keeps) {
      const left = strays.lookAfterEnd().alive.map((row) => row.pid);
      finish(end, left);
    } else {
      stopping = stopProcesses({ leader: pid, hasExited: () => true, strays, graceMs: 0 }, (left) =>
        finish(end, left),
      );
    }
  }

  void makeWorkerStreams().then(launch);
  return {
    send(text) {
      if (stdin) stdin.write(text);
      else if (!isOver) early.push(text);
    },
    endInput() {
      inputEnds = true;
      stdin?.end();
    },
    stop(graceMs, why) {
      wanted = false;
      const leader = child?.pid;
      if (isOver || stopping || leader === undefined || !strays) return;
      const target = { leader, hasExited: () => exit !== null, strays, graceMs };
      // What it said before it was stopped was seen two turns later at the latest.
      const end: ProcessEnd = why ? { kind: "lost", message: why } : { kind: "cancelled" };
      stopping = stopProcesses(target, (left) => setImmediate(() => finish(end, left)));
    },
    letGo() {
      keeps = true;
    },
    stderrMark: tail.mark,
    stderrSince: tail.since,
  };
}
