import { defineEvent } from "../contract/event.ts";

/** The model has answered. */
export const modelResponse = defineEvent({
  name: "ModelResponse",
  summary: "The model has answered.",
  payload: {
    model: "string",
    messages: "object[]?",
    config: "object?",
    response: "any?",
    input_tokens: "number?",
    output_tokens: "number?",
    stop_reason: "string?",
    duration_ms: "number?",
  },
  subject: "model",
  deny: "none",
  answer: {
    additionalContext: "string?",
    updatedResponse: "any?",
  },
});
