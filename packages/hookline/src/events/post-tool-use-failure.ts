import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A tool has failed. */
export const postToolUseFailure = defineEvent({
  name: "PostToolUseFailure",
  summary: "A tool has run and failed.",
  payload: {
    permission_mode: permissionMode,
    effort: "object?",
    tool_name: "string",
    tool_input: "object",
    tool_use_id: "string",
    error: "string",
    is_interrupt: "boolean?",
    duration_ms: "number?",
    mcp_server: "object?",
  },
  subject: "tool_name",
  deny: "feedback",
  answer: {
    additionalContext: "string?",
  },
  judges: "deny",
});
