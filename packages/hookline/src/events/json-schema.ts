import type { EventSpec } from "../contract/event.ts";
import { type Fields, fieldWord } from "../contract/fields.ts";
import type { JsonObject } from "../contract/json.ts";
import { answerFields, commonFields } from "./common.ts";

const draft = "https://json-schema.org/draft/2020-12/schema";

const typeWords: ReadonlySet<string> = new Set(["string", "number", "boolean", "object", "null"]);

/** The JSON Schema of an object with these fields; it may have others beside them. */
export function fieldsSchema(fields: Fields): JsonObject {
  return objectSchema(propertiesOf(fields), requiredOf(fields));
}

function objectSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return required.length > 0 ? { type: "object", properties, required } : { type: "object", properties };
}

function propertiesOf(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, word]) => [name, wordsSchema(fieldWord(word).words)]),
  );
}

function requiredOf(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => !fieldWord(fields[name] ?? "").optional);
}

function wordsSchema(words: readonly string[]): JsonObject {
  if (words.includes("any")) return {};
  const lists = words.filter((word) => word.endsWith("[]"));
  const types = words.filter((word) => typeWords.has(word));
  const literals = words.filter((word) => !typeWords.has(word) && !word.endsWith("[]"));
  const choices: JsonObject[] = [];
  // The literals come first, even where any string will do, because editors offer them.
  if (literals.length > 0) choices.push({ enum: literals });
  for (const type of types) choices.push({ type });
  for (const list of lists) choices.push({ type: "array", items: wordsSchema([list.slice(0, -2)]) });
  const [only, ...others] = choices;
  return only && others.length === 0 ? only : { anyOf: choices };
}

/** The JSON Schema of the payload that the hooks of an event get. */
export function payloadSchema(spec: EventSpec): JsonObject {
  const fields = { ...commonFields, ...spec.payload };
  const properties = { ...propertiesOf(fields), hook_event_name: { const: spec.name } };
  return {
    $schema: draft,
    title: `${spec.name} payload`,
    description: spec.summary,
    ...objectSchema(properties, requiredOf(fields)),
  };
}

/** The JSON Schema of the whole answer that a hook of an event may give. */
export function answerSchema(spec: EventSpec): JsonObject {
  const own = { hookEventName: { const: spec.name }, ...propertiesOf(spec.answer) };
  const hookSpecificOutput = objectSchema(own, ["hookEventName", ...requiredOf(spec.answer)]);
  return {
    $schema: draft,
    title: `${spec.name} answer`,
    description: `What a hook may answer on ${spec.name}.`,
    ...objectSchema({ ...propertiesOf(answerFields), hookSpecificOutput }, requiredOf(answerFields)),
  };
}
