import type { Command, ProcessEnd } from "../../contract/process.ts";
import type { Launched } from "./launch.ts";

/** One command and what it needs; `again` puts its start in line once more. */
export interface Task {
  readonly command: Command;
  /** What all its processes carry in their environment. */
  readonly cookie: string;
  /** How long a start is tried again while the machine is short of something. */
  readonly patienceMs: number;
  /** Starts it; null if that failed, which is told, now or soon. */
  launch(failed: (error: unknown) => void): Launched | null;
  again(): void;
  /** Output as it comes; the chunk is only lent. */
  output(stream: "stdout" | "stderr", chunk: Uint8Array): void;
  settled(facts: BareFacts): void;
}

/** The facts of a process without what it said. */
export interface BareFacts {
  readonly end: ProcessEnd;
  readonly durationMs: number;
  readonly left: readonly number[];
}

/** The life of one process, from the wish to start it to its facts, which are told exactly once. */
export interface Supervision {
  start(): void;
  cancel(): void;
  /** Ends it without any grace. */
  kill(): void;
  /** Whether its output waits: for when nobody takes it. It never does once the process has ended. */
  pause(paused: boolean): void;
  /** Gives a process that runs another deadline, counted from now. */
  setDeadline(ms: number): void;
}
