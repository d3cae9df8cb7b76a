import type { Captured } from "./run.ts";

/** One command for the process host. */
export interface Command {
  readonly argv: readonly [string, ...string[]];
  /** The host adds its own variables when it starts the command. */
  readonly env: { [name: string]: string };
  /** The same variables in two parts, for a host that `takesLayers`. */
  readonly layers?: EnvironmentLayers | undefined;
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
  /** A process of it is to wait for the next event. */
  readonly prestart?: Prestart;
  /** The host puts into it what gives this command another deadline, counted from then on. */
  readonly handle?: { setDeadline?: (ms: number) => void };
}

/** The variables of a command in two parts: what many commands share need not be put together for each of them. No name is in both. */
export interface EnvironmentLayers {
  /** The same object for many commands; nobody changes it. */
  readonly shared: Readonly<Record<string, string>>;
  /** Names and values in turns. */
  readonly own: readonly string[];
}

/** The wish that a process of a command is started before there is an event, and waits for it at its stdin. */
export interface Prestart {
  /** Whose process it is; one waits for each. */
  readonly owner: string;
  /** Why none can wait, or null. */
  readonly unfit: string | null;
  /** The files that it is made of: a process that was started before one of them changed gets no event. */
  files(): readonly string[];
  /** Why no process may be started for it now, or null. */
  distrust(): string | null;
  /** Tells the person, once, that nothing waits. */
  tell(text: string): void;
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

/** Output as it arrives: which command, which stream, which bytes; they are only lent, so who keeps them copies them. */
export type OnOutput = (command: number, stream: "stdout" | "stderr", chunk: Uint8Array) => void;

/** Runs commands; the promises never reject, and nothing of a stopped command is alive when its promise settles. */
export interface ProcessHost {
  run(batch: CommandBatch, signal: AbortSignal, onOutput?: OnOutput): Promise<ProcessFacts>[];
  /** True if it looks at `layers` before it asks for `env`, which then is put together only if it does. */
  readonly takesLayers?: boolean;
  /** Ends the processes that wait for events of other hooks than these. */
  retain?(owners: ReadonlySet<string>): void;
  /** Stops whatever still runs, background included. */
  close(): Promise<void>;
}
