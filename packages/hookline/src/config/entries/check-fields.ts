import {
  describeField,
  type Fields,
  type FieldsType,
  type FieldWord,
  fieldWord,
} from "../../contract/fields.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { suggest } from "../../contract/suggest.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { type FileJudge, hasRoom, report } from "./file-judge.ts";

/** The field words of an object, taken apart once. */
export interface Grammar<F extends Fields = Fields> {
  readonly fields: F;
  readonly words: ReadonlyMap<string, FieldWord>;
}

/** Takes the field words of an object apart. */
export function grammarOf<const F extends Fields>(fields: F): Grammar<F> {
  const words = new Map(Object.entries(fields).map(([name, word]) => [name, fieldWord(word)]));
  return { fields, words };
}

/** What of an object is as its grammar says; unknown keys and wrong values are reported and left out. */
export function checkFields<F extends Fields>(
  file: FileJudge,
  value: JsonObject,
  grammar: Grammar<F>,
  path: JsonPath,
  instead: (name: string) => string = () => "it is left out",
): Partial<FieldsType<F>> {
  const good: { [key: string]: Json | undefined } = {};
  for (const key in value) {
    const word = grammar.words.get(key);
    if (!word) reportUnknown(file, key, grammar, path);
    else if (word.accepts(value[key])) good[key] = value[key];
    else reportWrong(file, grammar.fields, key, value[key], path, instead(key));
  }
  // Each value has been tested against the word that its type is made of.
  return good as Partial<FieldsType<F>>;
}

/** Says that a key means nothing here, and which one was probably meant. */
export function reportUnknown(file: FileJudge, key: string, { words }: Grammar, path: JsonPath): void {
  if (!hasRoom(file)) return;
  const meant = suggest(key, words.keys());
  const hint = meant === null ? `known are: ${[...words.keys()].join(", ")}` : `did you mean "${meant}"?`;
  const message = `the key ${shownValue(key)} means nothing here`;
  report(file, "warning", { path: [...path, key], at: "key" }, message, hint);
}

/** Says that a value is not what its field asks for, and what holds instead. */
export function reportWrong(
  file: FileJudge,
  fields: Fields,
  name: string,
  value: Json | undefined,
  path: JsonPath,
  instead: string,
): void {
  const wanted = describeField(fields[name] ?? "any");
  const message = `"${name}" must be ${wanted}, not ${shownValue(value)}; ${instead}`;
  report(file, "error", { path: [...path, name] }, message, `write ${wanted}`);
}

/** A value as people recognise it, however large it is. */
export function shownValue(value: Json | undefined): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
