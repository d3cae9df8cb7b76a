import { defineEvent } from "../contract/event.ts";

/** A message was added to the conversation. */
export const messageAdded = defineEvent({
  name: "MessageAdded",
  summary: "A message was added to the conversation.",
  payload: {
    role: "user|assistant|system|tool|string",
    content: "any?",
    message_id: "string?",
  },
  subject: "role",
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
});
