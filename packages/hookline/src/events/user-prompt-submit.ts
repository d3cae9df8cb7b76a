import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A prompt is about to be processed; `updatedPrompt` is an addition of Hookline. */
export const userPromptSubmit = defineEvent({
  name: "UserPromptSubmit",
  summary: "A prompt was submitted and is about to be processed.",
  payload: {
    permission_mode: permissionMode,
    prompt: "string",
    source: "user|sdk|system|loop_wakeup|schedule_wakeup|poll_event|string?",
    session_title: "string?",
  },
  subject: null,
  deny: "stop",
  answer: {
    additionalContext: "string?",
    sessionTitle: "string?",
    suppressOriginalPrompt: "boolean?",
    updatedPrompt: "string?",
  },
  timeoutSeconds: 30,
  text: "context",
  judges: "denyAndHalt",
});
