import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A tool has succeeded. */
export const postToolUse = defineEvent({
  name: "PostToolUse",
  summary: "A tool has run and succeeded.",
  payload: {
    permission_mode: permissionMode,
    effort: "object?",
    tool_name: "string",
    tool_input: "object",
    tool_response: "any",
    tool_use_id: "string",
    duration_ms: "number?",
    mcp_server: "object?",
  },
  subject: "tool_name",
  deny: "feedback",
  answer: {
    additionalContext: "string?",
    classifierContext: "string?",
    updatedToolOutput: "any?",
    updatedMCPToolOutput: "any?",
  },
  judges: "halt",
});
