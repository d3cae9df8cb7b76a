import type { AgentMiddleware, InterruptOnConfig } from "langchain";
import type { Decision, Json, JsonObject, Permission, PermissionRequest, ToolCall } from "../../index.ts";

/** A sub-agent, as hooks see it. */
export interface SubAgentName {
  readonly id: string;
  readonly type: string;
}

/** Which tools a person is asked about, as LangChain's human-in-the-loop middleware has it. */
export type InterruptOn = { readonly [tool: string]: boolean | InterruptOnConfig };

/** What a host may add to the hooks around its agent; nothing is needed. */
export interface HooksOptions {
  /** Payload fields that the host knows (`session_id`, `cwd`, `transcript_path`, `permission_mode`, …), asked for each event. */
  readonly payload?: (event: string) => JsonObject;
  /** The host's permission rules and its person; gets the input that hooks made of it. */
  readonly permission?: (
    request: PermissionRequest,
    where: { readonly agent: SubAgentName | null; readonly signal: AbortSignal | undefined },
  ) => Permission | Promise<Permission>;
  /** The host's deny rules: they come before what hooks say. */
  readonly refuses?: (call: ToolCall) => string | null;
  /** Asks by LangGraph's interrupts, with a checkpointer: give it here and not to a human-in-the-loop middleware, so that hooks come first. */
  readonly interruptOn?: InterruptOn;
  /** A call that a hook defers is refused (default), or ends the run with the call pending; resuming asks the hooks again. */
  readonly defer?: "refuse" | "interrupt";
  /**
   * Where the end of a batch of tools is told: in a step of its own (default), or in one that the host has before each request anyway
   * and calls `endBatch` in; a step of LangGraph costs a millisecond or more, hooks or not.
   */
  readonly batch?: "own-step" | "host-step";
  /** How often in a row a Stop hook may make the agent go on; 8 by default, 0 for no end. */
  readonly stopCap?: number;
  /** Takes the context that waits for the next prompt, as what SessionStart hooks gave; it is asked once a prompt. */
  readonly pendingContext?: () => readonly string[];
  /** Takes each decision as soon as it is made, to show its messages. */
  readonly told?: (decision: Decision) => void;
  /** What the model is called; its own name by default. */
  readonly modelName?: () => string;
  /** Set by `withHooks` for a sub-agent: its type. */
  readonly agentType?: string;
  /** Where the transcript of a sub-agent is written. */
  readonly agentTranscript?: (agent: SubAgentName) => string;
  /** Payload fields about one tool (`mcp_server`). */
  readonly toolPayload?: (tool: string) => { readonly [field: string]: Json };
}

/** The middleware of LangChain, whatever state and context it has. */
export type Middleware = AgentMiddleware;
