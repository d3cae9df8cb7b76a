import { defineEvent } from "../contract/event.ts";

/** The person interrupted the agent. */
export const userInterrupt = defineEvent({
  name: "UserInterrupt",
  summary: "The person interrupted the agent.",
  payload: {
    reason: "string?",
    last_assistant_message: "string?",
  },
  subject: null,
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
  halts: false,
});
