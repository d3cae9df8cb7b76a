import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** The agent is about to stop. */
export const stop = defineEvent({
  name: "Stop",
  summary: "The agent has finished its turn and is about to stop.",
  payload: {
    permission_mode: permissionMode,
    effort: "object?",
    stop_hook_active: "boolean",
    last_assistant_message: "string?",
    background_tasks: "object[]?",
    session_crons: "object[]?",
  },
  subject: null,
  deny: "continue",
  answer: {
    additionalContext: "string?",
  },
  judges: "deny",
  failsOpen: true,
});
