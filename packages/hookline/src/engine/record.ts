import type { Decision } from "../contract/decision.ts";
import type { EventSpec } from "../contract/event.ts";
import type { EngineState } from "./state.ts";

/** Gives a decision to the host's recorder before the caller sees it; where the record is required, no record is a deny. */
export async function recordDecision(
  state: EngineState,
  spec: EventSpec,
  decision: Decision,
): Promise<Decision> {
  const { record } = state.options;
  if (!record) return decision;
  const { write, required } = typeof record === "function" ? { write: record, required: false } : record;
  try {
    await write(decision);
    return decision;
  } catch (error) {
    const text = `the decision could not be recorded: ${error instanceof Error ? error.message : String(error)}`;
    const told = {
      ...decision,
      messages: [...decision.messages, { level: "error" as const, text, hook: "record" }],
    };
    if (!required || spec.deny === "none") return told;
    return { ...told, verdict: "deny", reason: text, updatedInput: null, updatedPrompt: null };
  }
}
