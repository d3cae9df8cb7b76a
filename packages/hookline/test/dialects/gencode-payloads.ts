import type { DialectRules } from "./rules.ts";

/** A write, as a tool event tells it. */
export const aFile = { tool_name: "Write", tool_input: { file_path: "src/a.ts", content: "x" } };
const common = { session_id: "s-1", cwd: "<project>", timestamp: "<time>" };

/** What GenCode's hooks read of each event. */
export const payloads: DialectRules["payloads"] = [
  {
    event: "PreToolUse",
    given: { ...aFile, tool_use_id: "t-1", permission_mode: "plan" },
    seen: {
      ...common,
      ...aFile,
      hook_event_name: "PreToolUse",
      tool_use_id: "t-1",
      permission_mode: "plan",
    },
  },
  {
    event: "PostToolUse",
    given: { ...aFile, tool_response: { filePath: "src/a.ts" }, duration_ms: 3 },
    seen: {
      ...common,
      ...aFile,
      hook_event_name: "PostToolUse",
      tool_use_id: "<id>",
      permission_mode: "default",
      tool_response: { filePath: "src/a.ts" },
      duration_ms: 3,
    },
  },
  {
    event: "PostToolUseFailure",
    given: { ...aFile, error: "ENOSPC" },
    seen: {
      ...common,
      ...aFile,
      hook_event_name: "PostToolUseFailure",
      tool_use_id: "<id>",
      permission_mode: "default",
      error: "ENOSPC",
    },
  },
  {
    event: "UserPromptSubmit",
    given: { prompt: "fix it" },
    seen: {
      ...common,
      hook_event_name: "UserPromptSubmit",
      permission_mode: "default",
      prompt: "fix it",
    },
  },
  {
    event: "Notification",
    given: { message: "done", notification_type: "idle_prompt" },
    seen: {
      ...common,
      hook_event_name: "Notification",
      message: "done",
      notification_type: "idle_prompt",
    },
  },
  {
    event: "Stop",
    given: { stop_hook_active: false, reason: "end_turn" },
    seen: {
      ...common,
      hook_event_name: "Stop",
      permission_mode: "default",
      stop_hook_active: false,
      reason: "end_turn",
    },
  },
  {
    event: "SessionStart",
    given: { source: "resume", model: "m-1" },
    seen: { ...common, hook_event_name: "SessionStart", source: "resume", model: "m-1" },
  },
  {
    event: "SubagentStop",
    given: { stop_hook_active: false, agent_id: "a", agent_type: "Explore", agent_transcript_path: "t" },
    seen: {
      ...common,
      hook_event_name: "SubagentStop",
      permission_mode: "default",
      stop_hook_active: false,
      agent_id: "a",
      agent_type: "Explore",
      agent_transcript_path: "t",
    },
  },
];
