import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** The person's input is about to go back to the MCP server. */
export const elicitationResult = defineEvent({
  name: "ElicitationResult",
  summary: "The person's input is about to go back to the MCP server.",
  payload: {
    permission_mode: permissionMode,
    mcp_server_name: "string",
    action: "accept|decline|cancel|string",
    content: "object?",
    mode: "form|url|string?",
    elicitation_id: "string?",
  },
  subject: "mcp_server_name",
  deny: "stop",
  answer: {
    action: "accept|decline|cancel?",
    content: "object?",
  },
  halts: false,
});
