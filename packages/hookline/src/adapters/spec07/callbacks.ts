import type { AsyncAnswer, ClaudeAnswer, EventName, FunctionCall, SeenPayload } from "../../index.ts";

/** The name of an event of Spec 07. */
export type HookEvent = Extract<
  EventName,
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "Notification"
  | "UserPromptSubmit"
  | "SessionStart"
  | "SessionEnd"
  | "Stop"
  | "SubagentStart"
  | "SubagentStop"
  | "PreCompact"
  | "PermissionRequest"
  | "Setup"
  | "TeammateIdle"
  | "TaskCompleted"
>;

/** What every input has. */
type BaseHookInput = {
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  readonly permission_mode: string;
};

/** The input of a callback on an event; a command reads the same object on stdin. */
export type HookInput<N extends HookEvent> = BaseHookInput & Omit<SeenPayload<N>, keyof BaseHookInput>;

/** The output of a callback that is waited for; a command prints the same object. */
export type SyncHookOutput<N extends HookEvent> = Omit<ClaudeAnswer<N>, "terminalSequence">;

/** The output of a callback that goes on in the background, and the promise of what it says in the end; seconds. */
export type AsyncHookOutput<N extends HookEvent> = AsyncAnswer<N>;

/** Either of the two, or nothing. */
export type HookOutput<N extends HookEvent> = SyncHookOutput<N> | AsyncHookOutput<N> | undefined;

/** A callback: the input, the tool call that it is about, and what cancels it; an error is one that is thrown. */
export type HookCallback<N extends HookEvent> = (
  input: HookInput<N>,
  call: FunctionCall,
) => HookOutput<N> | Promise<HookOutput<N>>;
