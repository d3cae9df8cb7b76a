import { defineEvent } from "../contract/event.ts";

/** The model has streamed its answer to the end. */
export const streamEnd = defineEvent({
  name: "StreamEnd",
  summary: "The model has streamed its answer to the end.",
  payload: {
    model: "string",
    text: "string?",
    input_tokens: "number?",
    output_tokens: "number?",
    stop_reason: "string?",
    duration_ms: "number?",
  },
  subject: "model",
  deny: "none",
  answer: {},
});
