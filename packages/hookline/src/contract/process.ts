import type { Captured } from "./run.ts";

/** One command for the process host. */
export interface Command {
  readonly argv: readonly [string, ...string[]];
  /** The host adds its own variables when it starts the command. */
  readonly env: { [name: string]: string };
  readonly cwd: string;
  /** Which of the batch's payloads goes to its stdin. */
  readonly payload: number;
  readonly deadlineMs: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** The most bytes kept of each stream. */
  readonly cap: number;
  /** Runs without being waited for. */
  readonly background: boolean;
  /** The host puts into it what gives this command another deadline, counted from then on. */
  readonly handle?: { setDeadline?: (ms: number) => void };
}

/** All commands of one event, with the bytes that they read, each once. */
export interface CommandBatch {
  readonly eventId: string;
  readonly payloads: readonly Uint8Array[];
  readonly commands: readonly Command[];
}

/** How a process ended: by itself, or because we stopped it, or it never was one. */
export type ProcessEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" }
  /** Who ran it for us died, and it was ended. */
  | { readonly kind: "lost"; readonly message: string }
  /** It could not be started; `retried` if the machine was short of something. */
  | { readonly kind: "unstarted"; readonly code: string; readonly message: string };

/** The facts of one process. */
export interface ProcessFacts {
  readonly end: ProcessEnd;
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly durationMs: number;
  readonly left: readonly number[];
}

/** Output as it arrives: which command, which stream, which bytes. */
export type OnOutput = (command: number, stream: "stdout" | "stderr", chunk: Uint8Array) => void;

/** Runs commands; the promises never reject, and nothing of a stopped command is alive when its promise settles. */
export interface ProcessHost {
  run(batch: CommandBatch, signal: AbortSignal, onOutput?: OnOutput): Promise<ProcessFacts>[];
  /** Stops whatever still runs, background included. */
  close(): Promise<void>;
}
