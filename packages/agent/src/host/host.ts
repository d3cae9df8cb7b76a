import type { Decision, Engine } from "hookline";
import type { Instructions } from "../instructions/load.ts";
import type { McpServers } from "../mcp/connect.ts";
import type { ChosenModel } from "../models/choose.ts";
import type { AgentOptions } from "../options.ts";
import type { SessionPermission } from "../permission/session-permission.ts";
import type { SessionCheckpointer } from "../session/checkpointer.ts";
import type { SessionFacts } from "../session/facts.ts";
import type { SessionStore } from "../session/store.ts";
import type { Tell } from "../session/tell.ts";
import type { Settings } from "../settings/load.ts";
import type { HookLog } from "../show/hook-log.ts";
import type { Person } from "../show/person.ts";
import type { Show } from "../show/show.ts";
import type { codingTools } from "../tools/all.ts";
import type { ConfigWatch } from "../watch/config.ts";
import type { FileWatch } from "../watch/files.ts";
import type { Recorder } from "./recorder.ts";
import type { UnderWay } from "./under-way.ts";

/** The environment of the process. */
export type Env = { readonly [name: string]: string | undefined };

/** Everything that a running session has; the rooms get from it what they need, and no room gets all. */
export interface Host {
  readonly options: AgentOptions;
  readonly env: Env;
  readonly home: string;
  readonly facts: SessionFacts;
  readonly engine: Engine;
  readonly tell: Tell;
  readonly show: Show;
  readonly person: Person;
  readonly store: SessionStore;
  readonly checkpointer: SessionCheckpointer;
  readonly recorder: Recorder;
  readonly underWay: UnderWay;
  readonly permission: SessionPermission;
  /** What the settings files say, as far as they are trusted. */
  settings: Settings;
  /** The agent's own tools; they remember what was read in this session. */
  readonly tools: ReturnType<typeof codingTools>;
  readonly mcp: McpServers;
  readonly instructions: Instructions;
  readonly fileWatch: FileWatch;
  readonly configWatch: ConfigWatch;
  readonly hookLog: HookLog;
  /** What instructions of subfolders have to say to the model before its next answer. */
  readonly nested: Promise<string>[];
  /** What waits to be put before the model with the next prompt. */
  readonly pending: string[];
  /** What hooks that ended in the background want the agent to do. */
  readonly wakes: string[];
  /** Called when there is something new in `wakes`: an agent that waits for the person goes on. */
  rouse: () => void;
  /** Shell scripts that hooks left for commands. */
  envFiles: readonly string[];
  model: ChosenModel;
  /** The models of sub-agents that have one of their own. */
  readonly agentModels: ReadonlyMap<string, ChosenModel["model"]>;
  /** Set when the agent must be put together anew before its next turn: another model, other instructions. */
  stale: boolean;
  /** Ends what belongs to no turn. */
  readonly ending: AbortController;
  /** Takes what any decision says beyond its verdict: messages, a title, paths to watch. */
  readonly told: (decision: Decision) => void;
}
