import type { EventSpec } from "../contract/event.ts";
import { describeField, type Fields, fieldWord } from "../contract/fields.ts";
import { isObject, type JsonObject, jsonCopy } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import { isVerdict } from "../contract/verdict.ts";
import { type AnswerRules, rulesOf } from "./answer-rules.ts";

/** Every key that some event knows. */
const keysAnywhere = [
  "verdict",
  "reason",
  "updatedInput",
  "updatedOutput",
  "updatedPrompt",
  "context",
  "message",
  "halt",
  "effects",
];

/** What a hook gave back, as plain JSON that its event knows; null if it said nothing. Throws a sentence that says what to do. */
export function checkAnswer(spec: EventSpec, given: unknown): JsonObject | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) throw wrong(`a hook answers with an object or nothing, not ${shown(given)}`);
  const answer = jsonCopy(given);
  if (!isObject(answer)) throw wrong("the answer cannot be written as JSON");
  const rules = rulesOf(spec);
  if (answer.verdict !== undefined) checkVerdict(spec.name, answer.verdict, rules);
  checkFields(answer, rules.keys, (key) => unknownKey(spec.name, key, rules));
  if (isObject(answer.effects)) {
    checkFields(answer.effects, rules.effects, (key) => unknownEffect(spec.name, key, rules));
  }
  const { verdict, updatedInput, effects } = answer;
  if (rules.place === "request" && updatedInput !== undefined && verdict !== "allow")
    throw wrong(`on ${spec.name} a new input goes with an allow: { ...allow(), ...rewrite(input) }`);
  if (rules.place === "action" && verdict !== undefined && isObject(effects) && effects.action !== undefined)
    throw wrong(`say the verdict or effects.action on ${spec.name}, not both`);
  return answer;
}

function checkVerdict(event: string, verdict: unknown, { verdicts, keys }: AnswerRules): void {
  if (verdict === "pass" || verdicts.some((one) => one === verdict)) return;
  const known = ["pass", ...verdicts].join(", ");
  if (!isVerdict(verdict)) throw wrong(`${shown(verdict)} is no verdict: ${event} knows ${known}`);
  if (verdicts.length > 0) throw wrong(`${event} does not know "${verdict}": its verdicts are ${known}`);
  const instead = keys.context ? 'message("…") or context("…")' : 'message("…")';
  throw wrong(`${event} cannot be stopped, so "${verdict}" means nothing there: use ${instead}`);
}

function checkFields(object: JsonObject, fields: Fields, unknown: (key: string) => Error): void {
  for (const [key, value] of Object.entries(object)) {
    const word = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (word === undefined) throw unknown(key);
    if (fieldWord(word).accepts(value)) continue;
    throw wrong(`"${key}" of the answer must be ${describeField(word)}, not ${shown(value)}`);
  }
}

function unknownKey(event: string, key: string, { keys, effects }: AnswerRules): Error {
  if (Object.hasOwn(effects, key))
    return wrong(`"${key}" belongs into "effects": { effects: { ${key}: … } }`);
  const known = Object.keys(keys);
  if (keysAnywhere.includes(key))
    return wrong(`"${key}" means nothing on ${event}: it knows ${known.join(", ")}`);
  const meant = suggest(key, known);
  return wrong(
    `an answer to ${event} has no "${key}"; ${meant ? `did you mean "${meant}"?` : `it has ${known.join(", ")}`}`,
  );
}

function unknownEffect(event: string, key: string, { effects }: AnswerRules): Error {
  const known = Object.keys(effects);
  const meant = suggest(key, known);
  return wrong(
    `${event} has no effect "${key}"; ${meant ? `did you mean "${meant}"?` : `it has ${known.join(", ")}`}`,
  );
}

function wrong(text: string): Error {
  return new TypeError(text);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}
