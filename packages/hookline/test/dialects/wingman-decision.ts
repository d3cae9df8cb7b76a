import type { Decision } from "../../src/contract/decision.ts";

/** A decision to go on, with these parts in place of its own. */
export function exampleDecision(more: Partial<Decision> = {}): Decision {
  return {
    event: "PreToolUse",
    eventId: "event-1",
    verdict: "pass",
    reason: "",
    halt: null,
    updatedInput: null,
    updatedOutput: null,
    updatedPrompt: null,
    inputDigest: "",
    context: [],
    messages: [],
    effects: {},
    runs: [],
    skipped: [],
    diagnostics: [],
    durationMs: 0,
    ...more,
  };
}
