import { ownCopy } from "../contract/copies.ts";
import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import { canonicalJson, type Json } from "../contract/json.ts";
import type { Verdicts } from "../pipeline/aggregate.ts";
import { sha256 } from "../system/digest.ts";
import { uuidv7 } from "../system/identifiers.ts";
import { addLazyDigest } from "./lazy-digest.ts";
import type { Draft } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import type { EngineState } from "./state.ts";

/** Dates and measures a decision, and lets it carry what background hooks have said since. */
export function completeDecision(
  state: EngineState,
  event: Event,
  verdicts: Verdicts,
  judged: Snapshot,
  began: number,
): Decision {
  const carries = "additionalContext" in event.spec.answer;
  const later = carries ? state.carry.take() : [];
  const envFiles = state.envFiles.left(event);
  const {
    event: name,
    eventId,
    verdict,
    reason,
    halt,
    updatedInput,
    updatedOutput,
    updatedPrompt,
  } = verdicts;
  const source = updatedInput === null ? judged : { input: updatedInput };
  const decision = {
    event: name,
    eventId,
    verdict,
    reason,
    halt,
    updatedInput,
    updatedOutput,
    updatedPrompt,
  };
  // Of what was judged, which nobody can have changed since.
  if ("digest" in source) addLazyDigest(decision, undefined, source.digest, digestOf);
  else addLazyDigest(decision, source.input, null, digestOf);
  return Object.assign(decision, {
    context:
      later.length === 0
        ? verdicts.context
        : [...later.flatMap(({ context }) => (context === null ? [] : [context])), ...verdicts.context],
    messages:
      later.length === 0
        ? verdicts.messages
        : [...later.flatMap(({ messages }) => messages), ...verdicts.messages],
    effects: envFiles.length > 0 ? { ...verdicts.effects, envFiles } : verdicts.effects,
    runs: verdicts.runs,
    skipped: verdicts.skipped,
    diagnostics: state.configuration.diagnostics,
    durationMs: elapsed(began),
  });
}

/** An input as it was when hooks began to judge it: a copy that shares its texts, or the digest of what cannot be copied. */
export type Snapshot = { readonly input: Json | undefined } | { readonly digest: string };

/** Keeps an input for a digest that somebody may ask for later, whatever the host does to it until then. */
export function snapshotOf(input: Json | undefined): Snapshot {
  if (input === undefined) return { digest: "" };
  try {
    return { input: ownCopy(input) };
  } catch {
    return { digest: digestOf(input) };
  }
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
  addLazyDigest(decision, given.tool_input, null, digestOf);
  return Object.assign(decision, {
    context: [],
    messages: [],
    effects: {},
    runs: [],
    skipped: [],
    diagnostics: state.configuration.diagnostics,
    durationMs: elapsed(began),
  });
}

/** The digest of an input; empty on an event that has none. */
export function digestOf(input: Json | undefined): string {
  if (input === undefined) return "";
  try {
    return sha256(canonicalJson(input));
  } catch {
    // Nested so deep that it cannot be walked, or no JSON at all: hooks are not told such an input either.
    return "";
  }
}

function elapsed(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1000;
}
