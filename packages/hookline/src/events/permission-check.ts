import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** The agent is about to look up whether a tool may run. */
export const permissionCheck = defineEvent({
  name: "PermissionCheck",
  summary: "The agent is about to look up whether a tool may run.",
  payload: {
    permission_mode: permissionMode,
    tool_name: "string",
    tool_input: "object",
    tool_use_id: "string",
    permission_level: "allow|ask|deny|string?",
    permission_rule: "string?",
  },
  subject: "tool_name",
  deny: "stop",
  answer: {
    permissionDecision: "allow|deny|ask?",
    permissionDecisionReason: "string?",
  },
  judges: "deny",
});
