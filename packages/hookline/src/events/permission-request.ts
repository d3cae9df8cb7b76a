import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A person is about to be asked; only the answer's `decision` object can refuse. */
export const permissionRequest = defineEvent({
  name: "PermissionRequest",
  summary: "A person is about to be asked whether a tool may run.",
  payload: {
    permission_mode: permissionMode,
    tool_name: "string",
    tool_input: "object",
    permission_suggestions: "object[]?",
    mcp_server: "object?",
  },
  subject: "tool_name",
  deny: "stop",
  answer: {
    decision: "object?",
  },
  blockingExit: "never",
  judges: "nothing",
  input: "tool_input",
});
