import { defineEvent } from "../contract/event.ts";

/** A part of a message is about to be displayed. */
export const messageDisplay = defineEvent({
  name: "MessageDisplay",
  summary: "A part of the assistant's text is about to be displayed.",
  payload: {
    turn_id: "string",
    message_id: "string",
    index: "number",
    final: "boolean",
    delta: "string",
  },
  subject: null,
  deny: "none",
  answer: {
    displayContent: "string?",
  },
  timeoutSeconds: 10,
  halts: false,
});
