import { ownCopy } from "../contract/copies.ts";
import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { Json } from "../contract/json.ts";
import type { Verdicts } from "../pipeline/aggregate.ts";
import { uuidv7 } from "../system/identifiers.ts";
import { addLazyDigest, type Digestible, digestOf } from "./lazy-digest.ts";
import type { Draft } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import type { EngineState } from "./state.ts";

/** Dates and measures a decision, and lets it carry what background hooks have said since. */
export function completeDecision(
  state: EngineState,
  event: Event,
  verdicts: Verdicts,
  judged: Digestible,
  began: number,
): Decision {
  const said = withLater(state, event, verdicts);
  const { eventId, verdict, reason, halt, updatedInput, updatedOutput, updatedPrompt } = said;
  const decision = {
    event: said.event,
    eventId,
    verdict,
    reason,
    halt,
    updatedInput,
    updatedOutput,
    updatedPrompt,
  };
  addLazyDigest(decision, updatedInput === null ? judged : { input: updatedInput });
  addRest(decision, said, state.configuration.diagnostics, began);
  return decision;
}

/** The decision on an event that no hook is for: as little work as there can be. */
export function quietDecision(
  state: EngineState,
  { spec, given }: Draft,
  options: FireOptions,
  began: number,
): Decision {
  const decision = {
    event: spec.name,
    eventId: options.eventId ?? uuidv7(),
    verdict: "pass" as const,
    reason: "",
    halt: null,
    updatedInput: null,
    updatedOutput: null,
    updatedPrompt: null,
  };
  addLazyDigest(decision, { input: given.tool_input });
  const nothing = { context: [], messages: [], effects: {}, runs: [], skipped: [] };
  addRest(decision, nothing, state.configuration.diagnostics, began);
  return decision;
}

/** Keeps an input for a digest that somebody may ask for later, whatever the host does to it until then: a copy that shares its texts. */
export function snapshotOf(input: Json | undefined): Digestible {
  if (input === undefined) return { digest: "" };
  try {
    return { input: ownCopy(input) };
  } catch {
    return { digest: digestOf(input) };
  }
}

/** What hooks of earlier events have said or left since then goes with the event that can carry it. */
function withLater(state: EngineState, event: Event, verdicts: Verdicts): Verdicts {
  const later = "additionalContext" in event.spec.answer ? state.carry.take() : [];
  const envFiles = state.envFiles.left(event);
  if (later.length === 0 && envFiles.length === 0) return verdicts;
  const { context, messages, effects } = verdicts;
  return {
    ...verdicts,
    context: [...later.flatMap((one) => (one.context === null ? [] : [one.context])), ...context],
    messages: [...later.flatMap((one) => one.messages), ...messages],
    effects: envFiles.length > 0 ? { ...effects, envFiles } : effects,
  };
}

type Told = Pick<Decision, "context" | "messages" | "effects" | "runs" | "skipped">;
type Rest = Told & Pick<Decision, "diagnostics" | "durationMs">;

/** The fields that follow the digest, one by one: so every decision has the same shape, and gets it quickly. */
function addRest<T extends object>(
  to: T & { -readonly [K in keyof Rest]?: Rest[K] },
  { context, messages, effects, runs, skipped }: Told,
  diagnostics: Decision["diagnostics"],
  began: number,
): asserts to is T & Rest {
  to.context = context;
  to.messages = messages;
  to.effects = effects;
  to.runs = runs;
  to.skipped = skipped;
  to.diagnostics = diagnostics;
  to.durationMs = Math.round((performance.now() - began) * 1000) / 1000;
}
