import type { EventSpec } from "../contract/event.ts";
import { type Fields, fieldWord } from "../contract/fields.ts";
import { placedFields } from "../contract/outcome.ts";
import type { Verdict } from "../contract/verdict.ts";
import { answerFields } from "../events/common.ts";

/** Where an event's verdict stands in the answer: a permission word, a decision object, an action, a block at the top, nowhere. */
export type VerdictPlace = "permission" | "request" | "action" | "block" | null;

/** What a hook may say on one event, in our own words. */
export interface AnswerRules {
  /** Beside `pass`. */
  readonly verdicts: readonly Verdict[];
  readonly place: VerdictPlace;
  /** The keys of an answer, each with its field word. */
  readonly keys: Fields;
  /** What `effects` may hold. */
  readonly effects: Fields;
}

/** Effects that every event knows, and those of a decision object. */
const everywhere: Fields = {
  suppressOutput: answerFields.suppressOutput,
  terminalSequence: answerFields.terminalSequence,
};
const ofRequest: Fields = { updatedPermissions: "object[]?", interrupt: "boolean?" };

/** What a hook may say on an event, from its row. */
export function rulesOf(spec: EventSpec): AnswerRules {
  const { answer } = spec;
  const place = placeOf(spec);
  const verdicts = verdictsOf(spec, place);
  const keys: { [name: string]: string } = { verdict: `${["pass", ...verdicts].join("|")}?` };
  if (verdicts.length > 0) keys.reason = "string?";
  if (spec.input && (answer.updatedInput || place === "request")) keys.updatedInput = "object?";
  if (answer.updatedToolOutput) keys.updatedOutput = "any?";
  if (answer.updatedPrompt) keys.updatedPrompt = "string?";
  if (answer.additionalContext) keys.context = "string|string[]?";
  keys.message = "string?";
  if (spec.halts !== false) keys.halt = "string|boolean?";
  keys.effects = "object?";
  const effects = Object.entries(answer).filter(([name]) => !placedFields.has(name));
  const more = place === "request" ? ofRequest : {};
  return { verdicts, place, keys, effects: { ...Object.fromEntries(effects), ...more, ...everywhere } };
}

function placeOf({ answer, deny }: EventSpec): VerdictPlace {
  if (answer.permissionDecision) return "permission";
  if (answer.decision) return "request";
  if (answer.action) return "action";
  return deny === "none" ? null : "block";
}

function verdictsOf({ answer }: EventSpec, place: VerdictPlace): readonly Verdict[] {
  switch (place) {
    case "permission": {
      const words = fieldWord(answer.permissionDecision ?? "").words;
      return (["allow", "ask", "defer", "deny"] as const).filter((verdict) => words.includes(verdict));
    }
    case "request":
    case "action":
      return ["allow", "deny"];
    case "block":
      return ["deny"];
    case null:
      return [];
  }
}
