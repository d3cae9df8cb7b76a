import { defineEvent } from "../contract/event.ts";

/** The conversation was compacted. */
export const postCompact = defineEvent({
  name: "PostCompact",
  summary: "The conversation was compacted.",
  payload: {
    trigger: "manual|auto|string",
    compact_summary: "string",
  },
  subject: "trigger",
  deny: "none",
  answer: {},
  halts: false,
});
