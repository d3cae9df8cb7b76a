import type { Decision } from "../contract/decision.ts";
import type { EventSpec } from "../contract/event.ts";
import type { EngineState } from "./state.ts";

/** A record that takes longer is none. */
const recordMs = 10_000;

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
    await within(recordMs, Promise.resolve(write(decision)));
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

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it took longer than ${ms / 1000} s`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
