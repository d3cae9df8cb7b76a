import type { Event } from "../contract/event.ts";
import { isObject, type JsonObject } from "../contract/json.ts";
import { type Outcome, outcome } from "../contract/outcome.ts";
import { isVerdict } from "../contract/verdict.ts";
import { judgeAnswer, wholeAnswer } from "./read-answer.ts";

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
export function readValue(event: Event, value: unknown): Outcome {
  if (value === undefined || value === null) return outcome();
  if (!isObject(value)) return malformed(`a function answers with an object or nothing, not ${typeof value}`);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  const own = names.filter((name) => name in ownFields);
  if (names.some((name) => name in wholeAnswer && name !== "reason")) {
    if (own.some((name) => name !== "reason"))
      return malformed(`"${own[0]}" does not mix with Claude Code's fields`);
    const answer = judgeAnswer(event, value);
    return answer.kind === "said" ? answer.outcome : malformed(answer.kind === "fault" ? answer.detail : "");
  }
  if (names.length > 0 && own.length === 0)
    return malformed(`the answer has no known field, only "${names[0]}"`);
  const wrong = own.find((name) => value[name] !== null && !ownFields[name]?.(value[name]));
  if (wrong !== undefined) return malformed(`"${wrong}" of the answer has a wrong value`);
  return ownOutcome(event, value);
}

function ownOutcome(event: Event, value: JsonObject): Outcome {
  const { verdict, reason, updatedInput, updatedOutput, updatedPrompt, context, message, halt, effects } =
    value;
  return outcome({
    verdict: isVerdict(verdict) ? verdict : "pass",
    reason: isText(reason) ? reason : "",
    updatedInput: event.spec.input && isObject(updatedInput) ? updatedInput : null,
    updatedOutput: updatedOutput ?? null,
    updatedPrompt: isText(updatedPrompt) ? updatedPrompt : null,
    context: isText(context) ? context : Array.isArray(context) ? context.join("\n") : null,
    messages: isText(message) ? [{ level: "info", text: message }] : [],
    halt:
      halt === true
        ? { reason: "" }
        : isText(halt)
          ? { reason: halt }
          : isObject(halt)
            ? { reason: String(halt.reason) }
            : null,
    effects: isObject(effects) ? effects : {},
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function malformed(detail: string): Outcome {
  return outcome({ fault: { kind: "malformed", detail } });
}
