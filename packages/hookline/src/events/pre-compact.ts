import { defineEvent } from "../contract/event.ts";

/** The conversation is about to be compacted. */
export const preCompact = defineEvent({
  name: "PreCompact",
  summary: "The conversation is about to be compacted.",
  payload: {
    trigger: "manual|auto|string",
    custom_instructions: "string|null",
  },
  subject: "trigger",
  deny: "stop",
  answer: {},
  halts: false,
});
