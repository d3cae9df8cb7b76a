import { defineEvent } from "../contract/event.ts";

/** A request is about to be sent to the model; `response` answers in its place. */
export const modelRequest = defineEvent({
  name: "ModelRequest",
  summary: "A request is about to be sent to the model.",
  payload: {
    model: "string",
    messages: "object[]?",
    config: "object?",
    tools: "string[]?",
  },
  subject: "model",
  deny: "stop",
  answer: {
    additionalContext: "string?",
    updatedRequest: "object?",
    response: "any?",
  },
  judges: "deny",
});
