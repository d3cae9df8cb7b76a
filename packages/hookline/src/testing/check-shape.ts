import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";

/** Something that is not as its schema says. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[];
  readonly at: "key" | "value";
  readonly message: string;
  readonly hint: string;
}

/** Compares a value with a JSON Schema of the few words that ours use; says all that is wrong, each with a suggestion. */
export function checkShape(
  value: Json,
  schema: JsonObject,
  path: ShapeProblem["path"] = [],
): readonly ShapeProblem[] {
  const fitting = choose(value, schema);
  if (!fitting) {
    const wanted = describe(schema);
    return [wrong(path, `${named(path)} must be ${wanted}, not ${shown(value)}`, `write ${wanted}`)];
  }
  if (isObject(value)) return checkObject(value, fitting, path);
  if (Array.isArray(value)) {
    const { items } = fitting;
    return isObject(items) ? value.flatMap((item, index) => checkShape(item, items, [...path, index])) : [];
  }
  return checkPlain(value, fitting, path);
}

/** The one of several schemas that is for values of this type; they differ in nothing else. */
function choose(value: Json, schema: JsonObject): JsonObject | undefined {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [schema];
  return choices.find((one) => {
    if (one.const !== undefined) return one.const === value;
    if (one.type === undefined) return true;
    if (one.type === "integer") return typeof value === "number" && Number.isInteger(value);
    return one.type === typeOf(value);
  });
}

function checkObject(
  value: JsonObject,
  schema: JsonObject,
  path: ShapeProblem["path"],
): readonly ShapeProblem[] {
  const {
    properties = {},
    additionalProperties: others,
    required = [],
    minProperties,
    maxProperties,
  } = schema;
  const known = isObject(properties) ? properties : {};
  const problems: ShapeProblem[] = [];
  for (const [key, item] of Object.entries(value)) {
    const own = Object.hasOwn(known, key) ? known[key] : others;
    if (item === undefined || own === undefined || own === true) continue;
    if (isObject(own)) problems.push(...checkShape(item, own, [...path, key]));
    else problems.push(unknownKey(key, known, path));
  }
  const missing = Array.isArray(required) ? required.filter((key) => !Object.hasOwn(value, String(key))) : [];
  for (const key of missing)
    problems.push(
      wrong(path, `${named(path)} lacks "${key}"`, `add "${key}": ${describe(known[String(key)])}`),
    );
  const count = Object.keys(value).length;
  const names = Object.keys(known).join(", ");
  if (typeof minProperties === "number" && count < minProperties)
    problems.push(wrong(path, `${named(path)} is empty, so it proves nothing`, `write some of: ${names}`));
  if (typeof maxProperties === "number" && count > maxProperties)
    problems.push(wrong(path, `${named(path)} must have one key only`, `keep one of: ${names}`));
  return problems;
}

function checkPlain(value: Json, schema: JsonObject, path: ShapeProblem["path"]): readonly ShapeProblem[] {
  const { enum: words, format, minLength, minimum, maximum, exclusiveMinimum } = schema;
  if (Array.isArray(words) && !words.includes(value)) {
    const meant = typeof value === "string" ? suggest(value, words.map(String)) : null;
    const hint = meant === null ? `known are: ${words.join(", ")}` : `did you mean "${meant}"?`;
    return [wrong(path, `${named(path)} must not be ${shown(value)}`, hint)];
  }
  if (format === "regex" && typeof value === "string" && !isPattern(value))
    return [
      wrong(path, `${shown(value)} is no regular expression`, 'correct it; a backslash is written "\\\\"'),
    ];
  if (minLength === 1 && value === "") return [wrong(path, `${named(path)} is empty`, "write what it is")];
  const outside =
    typeof value === "number" &&
    ((typeof minimum === "number" && value < minimum) ||
      (typeof maximum === "number" && value > maximum) ||
      (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum));
  if (!outside) return [];
  const least = typeof minimum === "number" ? `${minimum}` : `more than ${exclusiveMinimum}`;
  const range = typeof maximum === "number" ? `${least} to ${maximum}` : `${least} or more`;
  return [wrong(path, `${named(path)} must not be ${value}`, `write a number: ${range}`)];
}

function unknownKey(key: string, known: JsonObject, path: ShapeProblem["path"]): ShapeProblem {
  const names = Object.keys(known);
  const home = names.find((name) => hasKey(known[name], key));
  const meant = suggest(key, names);
  const other = meant === null ? `known are: ${names.join(", ")}` : `did you mean "${meant}"?`;
  const hint = home === undefined ? other : `put it into "${home}"`;
  return { path: [...path, key], at: "key", message: `the key ${shown(key)} means nothing here`, hint };
}

/** True if what has this shape may have such a key. */
function hasKey(schema: Json | undefined, key: string): boolean {
  return isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, key);
}

function wrong(path: ShapeProblem["path"], message: string, hint: string): ShapeProblem {
  return { path, at: "value", message, hint };
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

function named(path: ShapeProblem["path"]): string {
  const key = path.findLast((step) => typeof step === "string");
  if (key === undefined) return "a test file";
  return typeof path.at(-1) === "number" ? `an item of "${key}"` : `"${key}"`;
}

const names: { readonly [type: string]: string } = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function describe(schema: JsonObject[string]): string {
  if (!isObject(schema)) return "a value";
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map((one) => describe(one)))].join(" or ");
  return schema.const === undefined ? (names[String(schema.type)] ?? "a value") : String(schema.const);
}

function typeOf(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function shown(value: Json): string {
  if (typeof value === "object" && value !== null) return names[typeOf(value)] ?? "";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
