import type { RunnableConfig } from "@langchain/core/runnables";
import type { Decision } from "hookline";
import type { SessionFacts } from "../session/facts.ts";
import type { Tell } from "../session/tell.ts";
import type { SeenFiles } from "./seen-files.ts";

/** What the permission for one call was asked about. */
export interface Judged {
  /** Where relative paths and commands of this call start. */
  readonly cwd: string;
  /** Where its path led to, as `realTarget` said; absent for a tool without one. */
  readonly target?: string;
  /** The sub-agent that asked for it. */
  readonly agent?: { readonly id: string; readonly type: string };
}

/** What the tools get from the session. */
export interface ToolContext {
  readonly facts: SessionFacts;
  readonly tell: Tell;
  /** The environment of commands; `HOME` is what `~` means. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Scripts that hooks left for the shell (`effects.envFiles` of a decision), run before each command. */
  readonly envFiles?: () => readonly string[];
  /** Gets what the CwdChanged hooks said. */
  readonly onCwd?: (decision: Decision) => void | Promise<void>;
  /** Gets the absolute path of each file that was read, written or edited. */
  readonly onRead?: (path: string) => void;
  /** False for a file whose content a rule keeps from the model: grep passes over it. */
  readonly mayRead?: (path: string) => boolean;
  /** What was judged for the call of this id: a path that leads elsewhere by now is refused. */
  readonly judged?: (callId: string) => Judged | undefined;
  /** Ends commands that are running when the session ends. */
  readonly signal?: AbortSignal;
}

/** One call of a tool: the session, what is remembered of its files, and how to stop. */
export interface ToolRun extends ToolContext {
  readonly seen: SeenFiles;
  readonly callId: string | null;
  /** Where relative paths of this call start. */
  readonly cwd: string;
  /** Aborted when the turn is interrupted or the session ends. */
  readonly stop: AbortSignal;
  /** True inside a sub-agent, whose `cd` is its own matter. */
  readonly inSubagent: boolean;
}

/** Makes the run of one call from what LangChain knows of it. */
export function toolRun(
  context: ToolContext,
  seen: SeenFiles,
  config: RunnableConfig & { readonly toolCall?: { readonly id?: string | undefined } },
): ToolRun {
  const callId = config.toolCall?.id ?? null;
  const { cwd = "", agent } = (callId !== null && context.judged?.(callId)) || {};
  const about = agent ? { agent_id: agent.id, agent_type: agent.type } : {};
  const signals = [config.signal, context.signal].filter((signal) => signal !== undefined);
  return {
    ...context,
    seen,
    callId,
    tell: (event, payload, signal) => context.tell(event, { ...about, ...payload }, signal),
    cwd: cwd || context.facts.cwd,
    stop: AbortSignal.any(signals),
    inSubagent: config.configurable?.ls_agent_type === "subagent",
  };
}
