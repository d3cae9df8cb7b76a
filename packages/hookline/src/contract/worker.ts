import type { FaultKind } from "./fault.ts";
import type { JsonObject } from "./json.ts";
import type { ProcessFacts } from "./process.ts";

/** A long-lived process that answers events, one line of JSON each: how it is started, and what it is made of. */
export interface WorkerSpec {
  /** Equal for events that one process may answer. */
  readonly key: string;
  /** Whose process it is: it ends when this hook is gone. */
  readonly owner: string;
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** It must say that it is a worker before it gets an event; what does not say so is run as an ordinary command. */
  readonly greets: boolean;
  /** The files that it is made of: when one changes, another process takes its place. */
  files(): readonly string[];
}

/** One event for a worker. */
export interface WorkerAsk {
  /** The event as one line of JSON, with its newline. */
  readonly event: string;
  /** The variables of this event alone: those that differ from the process's own are in the line. */
  readonly variables: { readonly [name: string]: string };
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** The environment of a process that is started now. */
  env(): { readonly [name: string]: string };
  /** Why no process may be started for it now, or null. */
  distrust(): string | null;
}

/** How an event ended for a worker. */
export type WorkerEnd =
  | { readonly kind: "answer"; readonly answer: JsonObject }
  /** The process ended by itself with this code, which is not 0, while it had the event. */
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "fault"; readonly fault: FaultKind; readonly detail: string }
  /** It is no worker: it ran as an ordinary command with this event. */
  | { readonly kind: "ran"; readonly facts: ProcessFacts }
  /** It is known to be no worker, and nothing was started for this event. */
  | { readonly kind: "plain" };

/** The facts of one event; told exactly once. */
export interface WorkerFacts {
  readonly end: WorkerEnd;
  /** What the process wrote to stderr since it was given the event, at most the last 8 KiB. */
  readonly stderr: string;
  readonly durationMs: number;
  /** What the person is told beside it; null mostly. */
  readonly note: string | null;
}

/** Runs workers; its promises never reject. */
export interface WorkerHost {
  ask(spec: WorkerSpec, ask: WorkerAsk): Promise<WorkerFacts>;
  /** Starts the process before there is an event. */
  begin(spec: WorkerSpec, ask: Pick<WorkerAsk, "variables" | "env" | "distrust">): void;
  /** Ends the workers of all hooks but these. */
  retain(owners: ReadonlySet<string>): void;
  /** Lets workers answer what they have, within its time, and ends them; nothing of them is left when it resolves. */
  close(): Promise<void>;
}
