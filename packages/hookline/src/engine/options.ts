import type { Decision } from "../contract/decision.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Event, EventSpec } from "../contract/event.ts";
import type { ApprovedHook, Hook } from "../contract/hook.ts";
import type { ProcessHost } from "../contract/process.ts";
import type { Run } from "../contract/run.ts";
import type { Judge, McpCaller, Runner } from "../contract/runner.ts";
import type { ToolSpec } from "../contract/tool.ts";
import type { TraceSink } from "../contract/trace.ts";
import type { LentStock } from "./stock.ts";

/** What a host may choose; everything has a default. */
export interface EngineOptions {
  /** Where the agent works: the project is looked for from here upward. The process's folder by default. */
  readonly cwd?: string;
  /** The agent's session; a new identifier by default. */
  readonly sessionId?: string;
  /** Names of the dialects to read (`["native"]`), or dialects of your own. All that are known by default. */
  readonly dialects?: readonly (string | Dialect)[];
  /** Names of dialects whose files the agent itself runs the hooks of: they are not read here, under whatever dialect. */
  readonly leave?: readonly string[];
  /** Project hooks run if approved in the store (default), always, or if this function says so. */
  readonly trust?: "store" | "all" | ((hook: Hook, digest: string) => boolean);
  /** Asks a model, for `prompt` hooks. */
  readonly model?: Judge;
  /** Asks an agent, for `agent` hooks. */
  readonly agent?: Judge;
  /** What all judges of this engine may cost together. */
  readonly judgeLimits?: { readonly maxCalls?: number; readonly maxCostUsd?: number };
  /** The host's MCP connections, for `mcp_tool` hooks. */
  readonly mcp?: McpCaller;
  readonly tools?: readonly ToolSpec[];
  readonly events?: readonly EventSpec[];
  readonly runners?: readonly Runner[];
  /** Where every step is written: nowhere (default), to the state folder without or with payload values, or to a function. */
  readonly trace?: "off" | "digest" | "full" | TraceSink;
  /** Takes each decision before the caller gets it; `required`: without a record nothing is allowed. */
  readonly record?: Recorder | { readonly write: Recorder; readonly required: boolean };
  /** Sends audit records on to their destinations (default); with false another process does: `hookline audit ship`. */
  readonly ship?: boolean;
  /** Told when a background hook with `asyncRewake` blocks. */
  readonly wake?: (reason: string, hook: string) => void;
  /** Reads the hook files again when they change. */
  readonly watch?: boolean;
  /** The environment that hooks inherit; the process's own by default. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** The root under which the managed file and the system's own programs (bubblewrap) lie; `/` by default. */
  readonly systemRoot?: string;
  /** Answers in the place of a hook that is about to run, or null to let it run: for tests, and for events that are over. */
  readonly standIn?: (hook: ApprovedHook, event: Event) => Run | null;
  /** Judges events that are over: nothing of it is remembered or written, and no pause counts. */
  readonly rehearse?: boolean;
  /** A hook file to read instead of the user's and the project's; those of the machine stay in force. */
  readonly hookFile?: { readonly path: string; readonly dialect?: string };
  /** Runs commands; direct spawning by default. */
  readonly host?: ProcessHost;
  /** What engines that come and go in one process lend each other. */
  readonly stock?: LentStock;
}

/** Takes one decision. */
export type Recorder = (decision: Decision) => void | Promise<void>;

/** What a caller may say about one event. */
export interface FireOptions {
  /** Stops the event's hooks. */
  readonly signal?: AbortSignal | undefined;
  /** The sub-agent that it happens in. */
  readonly agent?: { readonly id: string; readonly type?: string };
  /** The event's identifier, if the caller has one already; a new one by default. */
  readonly eventId?: string;
  /** How many hooks deep the caller runs; from the environment by default. */
  readonly depth?: number;
  /** The most that all hooks together may take. */
  readonly budgetMs?: number;
  /** Start only the hooks that are waited for, or only those that are not; both by default. */
  readonly only?: "foreground" | "background";
}
