import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** An MCP server asks the person for input. */
export const elicitation = defineEvent({
  name: "Elicitation",
  summary: "An MCP server asks the person for input.",
  payload: {
    permission_mode: permissionMode,
    mcp_server_name: "string",
    message: "string",
    mode: "form|url|string?",
    url: "string?",
    elicitation_id: "string?",
    requested_schema: "object?",
  },
  subject: "mcp_server_name",
  deny: "stop",
  answer: {
    action: "accept|decline|cancel?",
    content: "object?",
  },
  halts: false,
});
