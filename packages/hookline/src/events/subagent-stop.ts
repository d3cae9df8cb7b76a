import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A subagent is about to stop. */
export const subagentStop = defineEvent({
  name: "SubagentStop",
  summary: "A subagent is about to stop.",
  payload: {
    permission_mode: permissionMode,
    effort: "object?",
    stop_hook_active: "boolean",
    agent_id: "string",
    agent_transcript_path: "string",
    agent_type: "string",
    last_assistant_message: "string?",
    background_tasks: "object[]?",
    session_crons: "object[]?",
  },
  subject: "agent_type",
  deny: "continue",
  answer: {
    additionalContext: "string?",
  },
  judges: "deny",
  failsOpen: true,
});
