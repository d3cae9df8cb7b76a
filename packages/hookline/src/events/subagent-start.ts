import { defineEvent } from "../contract/event.ts";

/** A subagent is starting. */
export const subagentStart = defineEvent({
  name: "SubagentStart",
  summary: "A subagent is starting.",
  payload: {
    agent_id: "string",
    agent_type: "string",
  },
  subject: "agent_type",
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
});
