import { defineEvent } from "../contract/event.ts";

/** The model begins to stream. */
export const streamStart = defineEvent({
  name: "StreamStart",
  summary: "The model begins to stream its answer.",
  payload: {
    model: "string",
  },
  subject: "model",
  deny: "none",
  answer: {},
});
