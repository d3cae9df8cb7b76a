import type { Fault } from "./fault.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Verdict } from "./verdict.ts";

/** How loud a message is. */
export type Level = "info" | "warn" | "error";

/** What one hook said: a verdict and effects, or a fault. Whether it counts is decided later. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly fault: Fault | null;
  readonly halt: { readonly reason: string } | null;
  readonly updatedInput: JsonObject | null;
  readonly updatedOutput: Json | null;
  readonly updatedPrompt: string | null;
  readonly context: string | null;
  readonly messages: readonly { readonly level: Level; readonly text: string }[];
  readonly effects: JsonObject;
  /** No further hook of its group needs to run. */
  readonly ends: boolean;
  /** The object that it answered with, as it gave it; null if it gave none. */
  readonly answer: JsonObject | null;
}

/** The outcome of a hook that said nothing: always this one object. */
export const nothingSaid: Outcome = Object.freeze({
  verdict: "pass",
  reason: "",
  fault: null,
  halt: null,
  updatedInput: null,
  updatedOutput: null,
  updatedPrompt: null,
  context: null,
  messages: [],
  effects: {},
  ends: false,
  answer: null,
});

/** An outcome that says what is given, and nothing beside it. */
export function outcome(said?: Partial<Outcome>): Outcome {
  return said ? { ...nothingSaid, ...said } : nothingSaid;
}

/** Fields of `hookSpecificOutput` that have their own place in an outcome; all others are effects. */
export const placedFields: ReadonlySet<string> = new Set([
  "hookEventName",
  "permissionDecision",
  "permissionDecisionReason",
  "decision",
  "additionalContext",
  "updatedInput",
  "updatedToolOutput",
  "updatedMCPToolOutput",
  "updatedPrompt",
]);
