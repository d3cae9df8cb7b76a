import { defineEvent } from "../contract/event.ts";

/** The session is ending. */
export const sessionEnd = defineEvent({
  name: "SessionEnd",
  summary: "The session is ending.",
  payload: {
    reason: "clear|resume|logout|prompt_input_exit|other|string",
  },
  subject: "reason",
  deny: "none",
  answer: {},
  timeoutSeconds: 1.5,
  budgetSeconds: 60,
  halts: false,
});
