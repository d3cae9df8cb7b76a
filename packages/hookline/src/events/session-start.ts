import { defineEvent } from "../contract/event.ts";

/** A session begins, anew or again. */
export const sessionStart = defineEvent({
  name: "SessionStart",
  summary: "A session starts, is resumed, cleared, compacted or forked.",
  payload: {
    source: "startup|resume|clear|compact|fork|string",
    model: "string?",
    agent_type: "string?",
    session_title: "string?",
    seconds_since_last_response: "number?",
    context_tokens: "number?",
    prompt_cache_likely_expired: "boolean?",
    estimated_cache_write_usd: "number?",
  },
  subject: "source",
  deny: "none",
  answer: {
    additionalContext: "string?",
    initialUserMessage: "string?",
    sessionTitle: "string?",
    watchPaths: "string[]?",
    reloadSkills: "boolean?",
  },
  text: "context",
  halts: false,
});
