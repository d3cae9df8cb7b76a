import type { Decision } from "../contract/decision.ts";
import type { Event, EventSpec } from "../contract/event.ts";
import { messageOf } from "../runners/race.ts";
import type { Ledger } from "./ledger.ts";
import type { EngineState } from "./state.ts";

/** A record that takes longer is none. */
const recordMs = 10_000;

/** True if decisions are written down somewhere before they are told. */
export function isRecorded({ options }: EngineState, ledger: Ledger | null): boolean {
  return options.record !== undefined || ledger !== null;
}

/** Writes a decision to the audit trail and gives it to the host's recorder before the caller sees it; where a record is required, no record is a deny. */
export async function recordDecision(
  state: EngineState,
  ledger: Ledger | null,
  event: Event,
  decision: Decision,
): Promise<Decision> {
  if (!ledger) return handOver(state, event.spec, decision);
  const problem = ledger.decided(state, event, decision);
  const told =
    problem === null
      ? decision
      : unrecorded(event.spec, decision, problem, "audit", ledger.settings.onFailure === "block");
  return handOver(state, event.spec, told);
}

/** Gives a decision to the host's recorder, if there is one. */
export async function handOver(state: EngineState, spec: EventSpec, decision: Decision): Promise<Decision> {
  const { record } = state.options;
  if (!record) return decision;
  const { write, required } = typeof record === "function" ? { write: record, required: false } : record;
  try {
    await within(recordMs, Promise.resolve(write(decision)));
    return decision;
  } catch (error) {
    const text = `the decision could not be recorded: ${messageOf(error)}`;
    return unrecorded(spec, decision, text, "record", required);
  }
}

/** The decision with the sentence that says why it was not recorded; a deny where that must not be. */
function unrecorded(
  spec: EventSpec,
  decision: Decision,
  text: string,
  by: string,
  blocks: boolean,
): Decision {
  const told = {
    ...decision,
    messages: [...decision.messages, { level: "error" as const, text, hook: by }],
  };
  if (!blocks || spec.deny === "none" || spec.failsOpen) return told;
  return { ...told, verdict: "deny", reason: text, updatedInput: null, updatedPrompt: null };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it took longer than ${ms / 1000} s`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
