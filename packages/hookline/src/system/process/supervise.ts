import type { ProcessEnd } from "../../contract/process.ts";
import { errorCode } from "../error-code.ts";
import { afterPoll } from "./after-poll.ts";
import { onDeadline } from "./deadline.ts";
import { type LateOutput, readOutputLate } from "./late-output.ts";
import type { Launched } from "./launch.ts";
import type { OutputSource } from "./output.ts";
import { describeFailure, isShortage } from "./spawn-failure.ts";
import { type Stopping, stopProcesses } from "./stop.ts";
import { type Strays, trackStrays } from "./strays.ts";
import type { Supervision, Task } from "./supervision.ts";

/** After the process has ended: how long a child of it that holds the output is waited for. */
const drainMs = 500;
/** The same, counted from deadline and grace, which the whole must not pass by more than a quarter of a second. */
const drainBeyondMs = 150;
/** A hook that has ended by then is read at once; one that has not is listened to. */
const listenMs = 3;
/** How often a process is looked at again that cannot be told yet. */
const mostLooks = 10;

/** Takes charge of one command; nothing happens before `start`. */
export function supervise(task: Task): Supervision {
  const { command } = task;
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
    launched = task.launch(failed);
    if (!launched) return;
    phase = "running";
    open = 2;
    strays = launched.strays ?? trackStrays(launched.pid, task.cookie, launched.after);
    launched.child.on("exit", exited);
    streams = [reader("stdout", launched.stdout), reader("stderr", launched.stderr)];
    listening = setTimeout(listen, listenMs);
    forgetDeadline = onDeadline(startedAt, deadlineMs, () => stop("timeout", command.graceMs));
  }

  function listen(): void {
    for (const stream of streams) stream.listen();
  }

  function setDeadline(ms: number): void {
    // Not for one that has ended, and of which only the last words are read.
    if (phase !== "running" || exit) return;
    forgetDeadline();
    deadlineMs = elapsed() + ms;
    forgetDeadline = onDeadline(startedAt, deadlineMs, () => stop("timeout", command.graceMs));
  }

  function failed(error: unknown): void {
    if (phase !== "waiting") return;
    const patience = Math.min(command.deadlineMs, task.patienceMs);
    if (isShortage(errorCode(error)) && elapsed() + retryMs < patience) {
      timer = setTimeout(task.again, retryMs);
      retryMs = Math.min(2 * retryMs, 500);
    } else settle({ kind: "unstarted", ...describeFailure(error, command) }, []);
  }

  function reader(name: "stdout" | "stderr", source: OutputSource): LateOutput {
    return readOutputLate(
      source,
      (chunk) => task.output(name, chunk),
      () => {
        open--;
        if (open === 0) endByItself();
      },
    );
  }

  function exited(code: number | null, signal: string | null): void {
    // Whether a process that was killed had begun is told by its streams, which may be read after this.
    if (launched?.refused && code === null) afterPoll(() => hasEnded(code, signal));
    else hasEnded(code, signal);
  }

  function hasEnded(code: number | null, signal: string | null): void {
    if (phase === "running" && launched?.refused?.(code === null)) {
      startAgain();
      return;
    }
    exit = code === null ? { kind: "signal", signal: signal ?? "SIGKILL" } : { kind: "exit", code };
    if (phase === "stopping") stopping?.check();
    if (phase !== "running") return;
    forgetDeadline();
    clearTimeout(listening);
    pause(false);
    for (const stream of streams) stream.drain();
    phase = "draining";
    const spareMs = deadlineMs + command.graceMs + drainBeyondMs - elapsed();
    if (open > 0) timer = setTimeout(() => afterPoll(endByItself), Math.min(drainMs, spareMs));
    else endByItself();
  }

  /** The process ended before the command began, so nothing of it has happened. */
  function startAgain(): void {
    forgetDeadline();
    clearTimeout(listening);
    for (const stream of streams) stream.destroy();
    strays?.forget();
    launched = null;
    strays = null;
    phase = "waiting";
    task.again();
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

  function stop(kind: "timeout" | "cancelled", graceMs: number): void {
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
    const target = { leader: launched.pid, hasExited: () => exit !== null, strays, graceMs };
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
    task.settled({ end, durationMs: elapsed(), left });
  }

  function kill(): void {
    if (phase === "stopping") stopping?.hurry();
    else stop("cancelled", 0);
  }

  function pause(paused: boolean): void {
    if (phase !== "running" && paused) return;
    for (const stream of streams) stream.pause(paused);
  }

  return { start, cancel: () => stop("cancelled", command.graceMs), kill, pause, setDeadline };
}
