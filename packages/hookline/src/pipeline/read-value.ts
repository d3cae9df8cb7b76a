import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import { isObject, type Json, type JsonObject, jsonCopy } from "../contract/json.ts";
import { type Level, type Outcome, outcome } from "../contract/outcome.ts";
import { isVerdict, verdicts } from "../contract/verdict.ts";
import { type Answer, readObject, wholeAnswer } from "./read-answer.ts";

const ownFields: { readonly [name: string]: (value: unknown) => boolean } = {
  verdict: isVerdict,
  reason: isText,
  updatedInput: isObject,
  updatedOutput: () => true,
  updatedPrompt: isText,
  context: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  message: isText,
  halt: (value) => typeof value === "boolean" || isText(value) || (isObject(value) && isText(value.reason)),
  effects: isObject,
};

/** Reads what a function gave back: nothing, our own shape, or Claude Code's JSON. */
export function readValue(event: Event, dialect: Dialect, given: unknown): Outcome {
  if (given === undefined || given === null) return outcome();
  if (typeof given !== "object")
    return malformed(`a function answers with an object or nothing, not ${typeof given}`);
  // A copy: what a function keeps, computes anew or changes later is not what was judged.
  const value = jsonCopy(given);
  if (Array.isArray(value)) return malformed("a function answers with an object or nothing, not a list");
  if (!isObject(value)) return malformed("the answer cannot be written as JSON");
  const names = Object.keys(value);
  // What is written as nothing may have meant much: an error that was given back instead of thrown, a map of fields.
  if (names.length === 0 && kindOf(given) !== "Object")
    return malformed(`a function answers with an object or nothing, not ${kindOf(given)}`);
  // What only the dialect knows is read by its rule; a reason may stand beside everything.
  const telling = names.filter((name) => name !== "reason");
  if (!telling.some((name) => Object.hasOwn(ownFields, name) || Object.hasOwn(wholeAnswer, name))) {
    const answer = names.length > 0 && dialect.name !== "native" ? readObject(event, dialect, value) : null;
    if (answer) return foreignOutcome(answer);
  }
  const own = names.filter((name) => Object.hasOwn(ownFields, name));
  if (names.some((name) => Object.hasOwn(wholeAnswer, name) && name !== "reason")) {
    if (own.some((name) => name !== "reason"))
      return malformed(`"${own.find((name) => name !== "reason")}" does not mix with Claude Code's fields`);
    return foreignOutcome(readObject(event, dialect, value));
  }
  if (names.length > 0 && own.length === 0)
    return malformed(`the answer has no known field, only "${names[0]}"`);
  const wrong = own.find((name) => value[name] !== null && !ownFields[name]?.(value[name]));
  if (wrong !== undefined) {
    const right = wrong === "verdict" ? `; it must be one of ${verdicts.join(", ")}` : "";
    return malformed(`"${wrong}" of the answer has a wrong value${right}`);
  }
  return ownOutcome(event, value);
}

function foreignOutcome(answer: Answer | null): Outcome {
  if (answer?.kind === "said") return answer.outcome;
  return malformed(answer?.kind === "fault" ? answer.detail : "the answer is none that is known here");
}

function ownOutcome(event: Event, value: JsonObject): Outcome {
  const { verdict, reason, updatedInput, updatedOutput, updatedPrompt, context, message, halt, effects } =
    value;
  const messages: { level: Level; text: string }[] = isText(message)
    ? [{ level: "info", text: message }]
    : [];
  const halts = event.spec.halts !== false;
  const wanted = haltOf(halt);
  if (wanted && !halts) messages.push({ level: "info", text: `"halt" has no effect on ${event.spec.name}` });
  if (isObject(updatedInput) && !event.spec.input) {
    messages.push({ level: "info", text: `"updatedInput" has no effect on ${event.spec.name}` });
  }
  return outcome({
    verdict: isVerdict(verdict) ? verdict : "pass",
    reason: isText(reason) ? reason : "",
    updatedInput: event.spec.input && isObject(updatedInput) ? updatedInput : null,
    updatedOutput: updatedOutput ?? null,
    updatedPrompt: isText(updatedPrompt) ? updatedPrompt : null,
    context: isText(context) ? context : Array.isArray(context) ? context.join("\n") : null,
    messages,
    halt: halts ? wanted : null,
    effects: isObject(effects) ? effects : {},
    ends: wanted !== null,
    answer: value,
  });
}

function haltOf(halt: Json | undefined): { reason: string } | null {
  if (halt === true) return { reason: "" };
  if (isText(halt)) return { reason: halt };
  return isObject(halt) ? { reason: String(halt.reason) } : null;
}

/** The kind of an object as the language names it, whichever context it was made in. */
function kindOf(value: object): string {
  try {
    return Object.prototype.toString.call(value).slice("[object ".length, -1);
  } catch {
    return "something that cannot be asked";
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function malformed(detail: string): Outcome {
  return outcome({ fault: { kind: "malformed", detail } });
}
