import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** All tool calls of one model response are done. */
export const postToolBatch = defineEvent({
  name: "PostToolBatch",
  summary: "All tool calls of one model response are done, and the next model request is about to be made.",
  payload: {
    permission_mode: permissionMode,
    effort: "object?",
    tool_calls: "object[]",
  },
  subject: null,
  deny: "endTurn",
  answer: {
    additionalContext: "string?",
  },
  judges: "denyAndHalt",
});
