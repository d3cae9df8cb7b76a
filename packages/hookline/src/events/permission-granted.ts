import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A tool call was permitted. */
export const permissionGranted = defineEvent({
  name: "PermissionGranted",
  summary: "A tool call was permitted by a rule, a hook or a person.",
  payload: {
    permission_mode: permissionMode,
    tool_name: "string",
    tool_input: "object",
    tool_use_id: "string",
    granted_by: "rule|hook|person|string?",
    permission_rule: "string?",
  },
  subject: "tool_name",
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
});
