import { defineEvent } from "../contract/event.ts";

/** The tools are about to be offered to the model. */
export const toolSelection = defineEvent({
  name: "ToolSelection",
  summary: "The tools that the model may choose from are about to be offered.",
  payload: {
    model: "string?",
    messages: "object[]?",
    config: "object?",
    tools: "string[]?",
  },
  subject: null,
  deny: "stop",
  answer: {
    allowedTools: "string[]?",
    toolMode: "auto|any|none?",
  },
  judges: "deny",
});
