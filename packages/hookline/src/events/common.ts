import type { Fields } from "../contract/fields.ts";

/** How much the agent may do unasked; the row of an event whose payload carries it says so with this word. */
export const permissionMode = "default|plan|acceptEdits|auto|dontAsk|bypassPermissions|string?";

/** The fields that every payload has or may have; a row may declare one of them anew. */
export const commonFields = {
  session_id: "string",
  transcript_path: "string?",
  cwd: "string",
  hook_event_name: "string",
  prompt_id: "string?",
  scratchpad_dir: "string?",
  agent_id: "string?",
  agent_type: "string?",
  permission_mode: permissionMode,
  effort: "object?",
} as const satisfies Fields;

/** The fields that every answer may have, beside `hookSpecificOutput`. */
export const answerFields = {
  continue: "boolean?",
  stopReason: "string?",
  suppressOutput: "boolean?",
  systemMessage: "string?",
  terminalSequence: "string?",
  decision: "approve|block?",
  reason: "string?",
} as const satisfies Fields;
