import { defineEvent } from "../contract/event.ts";

/** Another model is about to be used. */
export const preModelSwitch = defineEvent({
  name: "PreModelSwitch",
  summary: "Another model is about to be used.",
  payload: {
    from_model: "string",
    to_model: "string",
    requested_model: "string|null",
    source: "command|picker|sdk|string",
    context_tokens: "number",
    prompt_cache_warm: "boolean",
    cache_ttl: "5m|1h|string",
    estimated_cache_write_usd: "number",
    pricing: "configured|catalog|default|string",
  },
  subject: "to_model",
  subjectPart: "model",
  deny: "stop",
  answer: {
    permissionDecision: "allow|deny|ask?",
    permissionDecisionReason: "string?",
  },
  timeoutSeconds: 30,
});
