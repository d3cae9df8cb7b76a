import { defineEvent } from "../contract/event.ts";

/** Another model is used from now on. */
export const postModelSwitch = defineEvent({
  name: "PostModelSwitch",
  summary: "Another model is used from now on.",
  payload: {
    from_model: "string",
    to_model: "string",
    requested_model: "string|null",
    source: "command|picker|sdk|auto|resume|string",
    context_tokens: "number",
    prompt_cache_warm: "boolean",
    cache_ttl: "5m|1h|string",
    estimated_cache_write_usd: "number",
    pricing: "configured|catalog|default|string",
  },
  subject: "to_model",
  subjectPart: "model",
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
  timeoutSeconds: 30,
  text: "context",
});
