import { defineEvent } from "../contract/event.ts";

/** The project is being set up. */
export const setup = defineEvent({
  name: "Setup",
  summary: "The agent was started to set up or to maintain the project.",
  payload: {
    trigger: "init|maintenance|string",
  },
  subject: "trigger",
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
  halts: false,
});
