import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import type { Command, ProcessEnd, ProcessFacts } from "../../../contract/process.ts";
import { silence } from "../../../contract/run.ts";
import { type Capture, createCapture } from "../capture.ts";
import { describeFailure, isShortage } from "../spawn-failure.ts";
import { stopLost } from "./lost.ts";
import type { Reply } from "./messages.ts";
import type { Owed } from "./patience.ts";

/** What a helper says about one command. */
export type CommandReply = Exclude<Reply, { readonly kind: "hello" }>;

/** One command that a helper runs, and who waits for it. */
export interface Waiting {
  readonly command: Command;
  readonly cookie: string;
  output(stream: "stdout" | "stderr", chunk: Uint8Array): void;
  /** Asks the helper to stop it. */
  stop(): void;
  settled(facts: ProcessFacts): void;
  /** The machine was short of something when it should have started: somebody else may try again. */
  short(): void;
}

/** The life of one command in a helper, as seen from here. */
export interface SentCommand extends Owed {
  take(reply: CommandReply): void;
  /** Asks for its end, which is due now. */
  stop(): void;
  /** From now on its end is due in so many milliseconds. */
  dueIn(ms: number): void;
  /** The helper is gone: what is left of the command is ended. */
  lose(helperPid: number, why: string): void;
}

/** Of two names for one number the first counts, as for Node. */
const signalNames = new Map<number, string>(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** Gathers what a helper says about one command until its facts are whole. */
export function sentCommand(waiting: Waiting): SentCommand {
  return new Sent(waiting);
}

class Sent implements SentCommand {
  readonly #waiting: Waiting;
  readonly #sentAt = performance.now();
  readonly graceMs: number;
  dueAt: number;
  // Most commands print to one of them at most.
  #stdout: Capture | null = null;
  #stderr: Capture | null = null;
  #outSeen = 0;
  #errSeen = 0;
  #pid = 0;

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
    this.graceMs = waiting.command.graceMs;
    this.dueAt = this.#sentAt + waiting.command.deadlineMs;
  }

  take(reply: CommandReply): void {
    switch (reply.kind) {
      case "started":
        this.#pid = reply.pid;
        return;
      case "output":
        this.#captureOf(reply.stream).add(reply.bytes);
        if (reply.stream === "stdout") this.#outSeen += reply.bytes.length;
        else this.#errSeen += reply.bytes.length;
        this.#waiting.output(reply.stream, reply.bytes);
        return;
      case "unstarted":
        this.#failed(nameOf(reply.errno));
        return;
      case "ended": {
        const { stdout, stderr } = reply;
        if (stdout.bytes > this.#outSeen)
          this.#captureOf("stdout").addBeyond(stdout.bytes - this.#outSeen, stdout.tail);
        if (stderr.bytes > this.#errSeen)
          this.#captureOf("stderr").addBeyond(stderr.bytes - this.#errSeen, stderr.tail);
        this.#settle(endOf(reply.how, reply.code), reply.durationMs, reply.left);
      }
    }
  }

  stop(): void {
    this.#waiting.stop();
    this.dueIn(0);
  }

  dueIn(ms: number): void {
    this.dueAt = performance.now() + ms;
  }

  lose(helperPid: number, why: string): void {
    const message = `the process that runs commands for Hookline was lost: ${why}`;
    stopLost(this.#pid, helperPid, this.#waiting.cookie).then((left) =>
      this.#settle({ kind: "lost", message }, performance.now() - this.#sentAt, left),
    );
  }

  #failed(code: string): void {
    const { command, short } = this.#waiting;
    if (isShortage(code)) short();
    else {
      const failure = describeFailure(Object.assign(new Error(code), { code }), command);
      this.#settle({ kind: "unstarted", ...failure }, 0, []);
    }
  }

  #captureOf(stream: "stdout" | "stderr"): Capture {
    if (stream === "stdout") {
      this.#stdout ??= createCapture(this.#waiting.command.cap);
      return this.#stdout;
    }
    this.#stderr ??= createCapture(this.#waiting.command.cap);
    return this.#stderr;
  }

  #settle(end: ProcessEnd, durationMs: number, left: readonly number[]): void {
    const stdout = this.#stdout?.read() ?? silence;
    const stderr = this.#stderr?.read() ?? silence;
    this.#waiting.settled({ end, stdout, stderr, durationMs, left });
  }
}

function endOf(how: "exit" | "signal" | "timeout" | "cancelled", code: number): ProcessEnd {
  if (how === "exit") return { kind: how, code };
  return how === "signal" ? { kind: how, signal: signalNames.get(code) ?? `signal ${code}` } : { kind: how };
}

function nameOf(errno: number): string {
  try {
    return getSystemErrorName(-errno);
  } catch {
    return `E${errno}`;
  }
}
