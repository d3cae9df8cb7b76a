import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { FaultKind } from "../contract/fault.ts";
import { describeField, type Fields, fieldWord } from "../contract/fields.ts";
import { isObject, isTooDeep, type JsonObject } from "../contract/json.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Captured } from "../contract/run.ts";
import { answerFields } from "../events/common.ts";
import { outcomeOfAnswer } from "./outcome-of-answer.ts";

/** What a stream holds: nothing, plain text, an answer that was understood, or one that is broken. */
export type Answer =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "said"; readonly outcome: Outcome }
  | { readonly kind: "fault"; readonly fault: FaultKind; readonly detail: string };

/** The fields of a whole answer object. */
export const wholeAnswer: Fields = { ...answerFields, hookSpecificOutput: "object?" };

/** Reads what a hook printed. A stream that begins with `{` is an answer object or a fault, never text. */
export function answerOf(event: Event, dialect: Dialect, stdout: Captured): Answer {
  // White space includes the byte order mark.
  const text = stdout.text.trim();
  if (text === "") return { kind: "none" };
  const object = text.startsWith("{") ? text : dialect.answer === "last-object" ? lastObject(text) : null;
  if (object === null) return { kind: "text", text };
  if (stdout.truncated)
    return broken("oversized", `the answer is larger than ${stdout.text.length} characters`);
  if (!stdout.valid) return broken("malformed", "the answer is not UTF-8");
  const value = parse(object);
  if (typeof value === "string") return broken("malformed", value);
  return judgeAnswer(event, dialect.read(value, event));
}

/** Checks an answer object against the event's row and reads it. */
export function judgeAnswer(event: Event, answer: JsonObject): Answer {
  const specific = answer.hookSpecificOutput;
  const problem =
    wrongField(answer, wholeAnswer, "") ??
    (isObject(specific) ? wrongSpecific(event, specific) : null) ??
    misplaced(event, answer, isObject(specific) ? specific : {});
  if (problem !== null) return broken("malformed", problem);
  return { kind: "said", outcome: outcomeOfAnswer(event, answer, isObject(specific) ? specific : {}) };
}

function parse(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) return "the answer is nested too deep";
    return isObject(value) ? value : "the answer is not an object";
  } catch (error) {
    return `the output begins with "{" and is not one JSON object: ${error instanceof Error ? error.message : ""}`;
  }
}

function wrongField(object: JsonObject, fields: Fields, prefix: string): string | null {
  for (const name of Object.keys(object)) {
    const word = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = object[name];
    if (word === undefined || value === null || fieldWord(word).accepts(value)) continue;
    return `"${prefix}${name}" must be ${describeField(word)}, not ${JSON.stringify(value)?.slice(0, 80)}`;
  }
  return null;
}

function wrongSpecific(event: Event, specific: JsonObject): string | null {
  const { name } = event.spec;
  const named = specific.hookEventName;
  if (named === undefined) return `hookSpecificOutput needs "hookEventName": "${name}"`;
  if (named !== name) return `"hookEventName" is ${JSON.stringify(named)} and the event is ${name}`;
  return wrongField(specific, event.spec.answer, "hookSpecificOutput.");
}

/** A decision in the wrong place would be lost without a word, so it is a fault. */
function misplaced(event: Event, answer: JsonObject, specific: JsonObject): string | null {
  for (const name of Object.keys(answer)) {
    if (
      Object.hasOwn(wholeAnswer, name) ||
      !Object.hasOwn(event.spec.answer, name) ||
      specific[name] !== undefined
    )
      continue;
    return `"${name}" belongs inside "hookSpecificOutput"`;
  }
  return null;
}

/** The last complete object in a text, for dialects whose hooks print other things before it. */
function lastObject(text: string): string | null {
  for (
    let start = text.lastIndexOf("{");
    start !== -1;
    start = start === 0 ? -1 : text.lastIndexOf("{", start - 1)
  ) {
    const end = text.lastIndexOf("}");
    if (end > start && typeof parse(text.slice(start, end + 1)) !== "string")
      return text.slice(start, end + 1);
  }
  return null;
}

function broken(fault: FaultKind, detail: string): Answer {
  return { kind: "fault", fault, detail };
}
