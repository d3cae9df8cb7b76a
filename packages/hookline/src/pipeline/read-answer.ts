import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { FaultKind } from "../contract/fault.ts";
import { describeField, type Fields, fieldWord } from "../contract/fields.ts";
import { isObject, isTooDeep, type JsonObject } from "../contract/json.ts";
import { nothingSaid, type Outcome } from "../contract/outcome.ts";
import type { Captured } from "../contract/run.ts";
import { answerFields } from "../events/common.ts";
import { lastObject } from "./last-object.ts";
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
  if (dialect.answer === "never") return { kind: "text", text };
  if (dialect.answer === "last-object") return lastAnswer(event, dialect, stdout, text);
  const object = begun(text);
  if (object === null) return { kind: "text", text };
  if (dialect.answer === "optional") return optionalAnswer(event, dialect, stdout, text);
  if (stdout.truncated)
    return broken("oversized", `the answer is larger than ${stdout.text.length} characters`);
  if (!stdout.valid) return broken("malformed", "the answer is not UTF-8");
  const value = parse(object);
  if (typeof value === "string") return broken("malformed", value);
  return readObject(event, dialect, value) ?? { kind: "text", text };
}

/** Reads an answer object by the dialect's rule; null if the dialect knows no answer like it. */
export function readObject(event: Event, dialect: Dialect, value: JsonObject): Answer | null {
  const wrong = dialect.answerFields ? wrongField(value, dialect.answerFields, "") : null;
  if (wrong !== null) return broken("malformed", wrong);
  const canonical = dialect.read(value, event);
  if (canonical === null) return null;
  const answer = judgeAnswer(event, canonical);
  if (answer.kind !== "said") return answer;
  const ends = dialect.ends ? dialect.ends(value, event) : value.continue === false;
  const more = dialect.effects?.(value, event);
  const { outcome } = answer;
  if (outcome === nothingSaid && !ends && !more) return answer;
  const effects = more ? { ...outcome.effects, ...more } : outcome.effects;
  return { kind: "said", outcome: { ...outcome, effects, ends, answer: value } };
}

/** Where stdout may be anything, only an object that is known as an answer is one. */
function optionalAnswer(
  event: Event,
  dialect: Dialect,
  { truncated, valid }: Captured,
  text: string,
): Answer {
  const value = truncated || !valid ? "" : parse(text);
  const answer = typeof value === "string" ? null : readObject(event, dialect, value);
  return answer ?? { kind: "text", text };
}

/** The last complete object counts; where the end of the output is missing, so may be the answer. */
function lastAnswer(event: Event, dialect: Dialect, { truncated, valid }: Captured, text: string): Answer {
  if (truncated) return broken("oversized", "the output was cut, and the answer may be in what is missing");
  const found = lastObject(text, (part) => typeof parse(part) !== "string");
  if (found === undefined)
    return broken("malformed", "nobody can tell in time which object is the last complete one");
  const object = found ?? begun(text);
  if (object === null) return { kind: "text", text };
  if (!valid) return broken("malformed", "the answer is not UTF-8");
  const value = parse(object);
  if (typeof value === "string") return broken("malformed", value);
  return readObject(event, dialect, value) ?? { kind: "text", text };
}

function begun(text: string): string | null {
  return text.startsWith("{") ? text : null;
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

function broken(fault: FaultKind, detail: string): Answer {
  return { kind: "fault", fault, detail };
}
