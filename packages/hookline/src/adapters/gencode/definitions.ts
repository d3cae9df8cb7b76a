import type { JsonObject } from "../../contract/json.ts";

/** The events of GenCode. */
export type HookEvent =
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "UserPromptSubmit"
  | "Notification"
  | "Stop"
  | "SessionStart"
  | "SubagentStop";

/** What GenCode's hooks are: a shell command, or a question to a model. */
export type HookType = "command" | "prompt";

/** A hook as GenCode writes it without a group. */
export interface HookDefinition {
  /** For tools: a name, a list, an expression for the whole name, `*`; or an expression that is looked for in the name. */
  matcher?: string | RegExp;
  type: HookType;
  command?: string;
  prompt?: string;
  /** In milliseconds; 60,000 if absent. */
  timeout?: number;
  /** `false`: nobody waits for it. `true`: every exit code but 0 blocks. */
  blocking?: boolean;
}

/** Hooks with one matcher, as Claude Code writes them: there `blocking: true` only means that somebody waits. */
export interface HookGroup {
  matcher?: string | RegExp;
  hooks: Omit<HookDefinition, "matcher">[];
}

/** The hooks of each event. */
export interface HooksConfig {
  [event: string]: HookDefinition[];
}

/** What of an agent's settings is about hooks. */
export interface Settings {
  hooks?: { [event: string]: (HookDefinition | HookGroup)[] };
}

/** What GenCode knows of an event. */
export interface HookContext {
  event: HookEvent;
  toolName?: string;
  toolInput?: JsonObject;
  toolResult?: unknown;
  prompt?: string;
  sessionId: string;
  cwd: string;
  /** Whatever else hooks should read on stdin, under Claude Code's names: `source`, `message`, `reason` … */
  [more: string]: unknown;
}

/** What became of one hook. */
export interface HookResult {
  /** It ran, and ended with 0. */
  success: boolean;
  /** Its stdout, up to 30 KB. */
  output?: string;
  /** Its stderr, or why it did not run to its end. */
  error?: string;
  /** It blocks what was about to happen, or the rest of the turn. */
  blocked?: boolean;
  /** For the person. */
  message?: string;
}
