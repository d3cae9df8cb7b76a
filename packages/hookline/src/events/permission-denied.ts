import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A tool call was refused. */
export const permissionDenied = defineEvent({
  name: "PermissionDenied",
  summary: "A tool call was refused by a rule, a hook, a person or the agent itself.",
  payload: {
    permission_mode: permissionMode,
    tool_name: "string",
    tool_input: "object",
    tool_use_id: "string",
    reason: "string",
    mcp_server: "object?",
  },
  subject: "tool_name",
  deny: "none",
  answer: {
    retry: "boolean?",
  },
  judges: "nothing",
});
