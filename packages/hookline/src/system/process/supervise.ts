import type { Command, ProcessEnd, ProcessFacts } from "../../contract/process.ts";
import { errorCode } from "../error-code.ts";
import { uuidv7 } from "../identifiers.ts";
import { afterPoll } from "./after-poll.ts";
import { createCapture } from "./capture.ts";
import { onDeadline } from "./deadline.ts";
import { type LateOutput, readOutputLate } from "./late-output.ts";
import { type Launched, launch } from "./launch.ts";
import type { OutputSource } from "./output.ts";
import type { PipePool } from "./pipe-pool.ts";
import { describeFailure, isShortage } from "./spawn-failure.ts";
import { type Stopping, stopProcesses } from "./stop.ts";
import { type Strays, trackStrays } from "./strays.ts";

/** One command and what it needs; `again` puts its start in line once more. */
export interface Task {
  readonly command: Command;
  readonly payload: Uint8Array;
  readonly pool: PipePool;
  again(): void;
  output(stream: "stdout" | "stderr", chunk: Uint8Array): void;
  settled(facts: ProcessFacts): void;
}

/** The life of one process, from the wish to start it to its facts, which are told exactly once. */
export interface Supervision {
  start(): void;
  cancel(): void;
  /** Gives a process that runs another deadline, counted from now. */
  setDeadline(ms: number): void;
}

/** After the process has ended: how long a child of it that holds the output is waited for. */
const drainMs = 500;
/** The same, counted from deadline and grace, which the whole must not pass by more than a quarter of a second. */
const drainBeyondMs = 150;
/** A hook that has ended by then is read at once; one that has not is listened to. */
const listenMs = 3;
/** How long a start is tried again while the machine is short of something. */
const shortageMs = 5_000;
/** How often a process is looked at again that cannot be told yet. */
const mostLooks = 10;

/** Takes charge of one command; nothing happens before `start`. */
export function supervise(task: Task): Supervision {
  const { command } = task;
  const stdout = createCapture(command.cap);
  const stderr = createCapture(command.cap);
  const cookie = uuidv7();
  let phase: "waiting" | "running" | "draining" | "stopping" | "settled" = "waiting";
  let startedAt = 0;
  let deadlineMs = command.deadlineMs;
  let retryMs = 10;
  let timer: NodeJS.Timeout | undefined;
  let forgetDeadline = () => {};
  let launched: Launched | null = null;
  let strays: Strays | null = null;
  let exit: ProcessEnd | null = null;
  let stopping: Stopping | null = null;
  let streams: LateOutput[] = [];
  let listening: NodeJS.Timeout | undefined;
  let open = 2;
  let looks = 0;

  const elapsed = () => (startedAt === 0 ? 0 : performance.now() - startedAt);

  function start(): void {
    if (phase !== "waiting") return;
    if (startedAt === 0) startedAt = performance.now();
    launched = launch(command, task.payload, cookie, task.pool, failed);
    if (!launched) return;
    phase = "running";
    strays = trackStrays(launched.pid, cookie);
    launched.child.on("exit", exited);
    streams = [reader("stdout", launched.stdout), reader("stderr", launched.stderr)];
    listening = setTimeout(listen, listenMs);
    forgetDeadline = onDeadline(startedAt, deadlineMs, () => stop("timeout"));
  }

  function listen(): void {
    for (const stream of streams) stream.listen();
  }

  function setDeadline(ms: number): void {
    // Not for one that has ended, and of which only the last words are read.
    if (phase !== "running" || exit) return;
    forgetDeadline();
    deadlineMs = elapsed() + ms;
    forgetDeadline = onDeadline(startedAt, deadlineMs, () => stop("timeout"));
  }

  function failed(error: unknown): void {
    if (phase !== "waiting") return;
    const patience = Math.min(command.deadlineMs, shortageMs);
    if (isShortage(errorCode(error)) && elapsed() + retryMs < patience) {
      timer = setTimeout(task.again, retryMs);
      retryMs = Math.min(2 * retryMs, 500);
    } else settle({ kind: "unstarted", ...describeFailure(error, command) }, []);
  }

  function reader(name: "stdout" | "stderr", source: OutputSource): LateOutput {
    const capture = name === "stdout" ? stdout : stderr;
    return readOutputLate(
      source,
      (chunk) => {
        capture.add(chunk);
        task.output(name, chunk);
      },
      () => {
        open--;
        if (open === 0) endByItself();
      },
    );
  }

  function exited(code: number | null, signal: string | null): void {
    exit = code === null ? { kind: "signal", signal: signal ?? "SIGKILL" } : { kind: "exit", code };
    if (phase === "stopping") stopping?.check();
    if (phase !== "running") return;
    forgetDeadline();
    clearTimeout(listening);
    for (const stream of streams) stream.drain();
    phase = "draining";
    const spareMs = deadlineMs + command.graceMs + drainBeyondMs - elapsed();
    if (open > 0) timer = setTimeout(() => afterPoll(endByItself), Math.min(drainMs, spareMs));
    else endByItself();
  }

  function endByItself(): void {
    if (phase !== "draining" || !exit || !strays) return;
    clearTimeout(timer);
    const { alive, unsure } = strays.lookAfterEnd();
    if (unsure && looks++ < mostLooks) timer = setTimeout(endByItself, 2);
    else
      settle(
        exit,
        alive.map(({ pid }) => pid),
      );
  }

  function stop(kind: "timeout" | "cancelled"): void {
    if (phase === "stopping" || phase === "settled") return;
    if (!launched || !strays) {
      settle({ kind }, []);
      return;
    }
    forgetDeadline();
    clearTimeout(timer);
    clearTimeout(listening);
    listen();
    phase = "stopping";
    const target = { leader: launched.pid, hasExited: () => exit !== null, strays, graceMs: command.graceMs };
    stopping = stopProcesses(target, (left) => {
      if (open === 0) settle({ kind }, left);
      else afterPoll(() => settle({ kind }, left));
    });
  }

  function settle(end: ProcessEnd, left: readonly number[]): void {
    phase = "settled";
    clearTimeout(timer);
    clearTimeout(listening);
    for (const stream of streams) stream.destroy();
    launched?.child.stdin?.destroy();
    launched?.child.unref();
    strays?.forget();
    const durationMs = elapsed();
    task.settled({ end, stdout: stdout.read(), stderr: stderr.read(), durationMs, left });
  }

  return { start, cancel: () => stop("cancelled"), setDeadline };
}
