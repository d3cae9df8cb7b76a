import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A tool is about to run. */
export const preToolUse = defineEvent({
  name: "PreToolUse",
  summary: "The model asked for a tool, and it is about to run.",
  payload: {
    permission_mode: permissionMode,
    effort: "object?",
    tool_name: "string",
    tool_input: "object",
    tool_use_id: "string",
    mcp_server: "object?",
  },
  subject: "tool_name",
  deny: "stop",
  answer: {
    permissionDecision: "allow|deny|ask|defer?",
    permissionDecisionReason: "string?",
    updatedInput: "object?",
    additionalContext: "string?",
  },
  judges: "denyAndHalt",
  input: "tool_input",
});
