import { isObject, type Json, type JsonObject } from "./json.ts";

/**
 * Field words: `"string"`, `"number"`, `"boolean"`, `"object"`, `"any"`, `"null"`, `"string[]"`; `|` joins, every other word is a
 * literal, a final `?` makes the field optional. `"manual|auto"` is a closed list, `"manual|auto|string"` an open one.
 */
export type Fields = { readonly [name: string]: string };

interface WordTypes {
  string: string;
  number: number;
  boolean: boolean;
  object: JsonObject;
  any: Json;
  null: null;
}

type Word<W extends string> = W extends `${infer Item}[]`
  ? readonly Word<Item>[]
  : W extends keyof WordTypes
    ? WordTypes[W]
    : W;

/** In a list, `string` must not swallow the literals that an editor offers. */
type OpenWord<W extends string> = W extends "string" ? string & Record<never, never> : Word<W>;

type Union<W extends string> = W extends `${infer Head}|${infer Tail}`
  ? OpenWord<Head> | Union<Tail>
  : OpenWord<W>;

/** The TypeScript type of one field word. */
export type FieldType<W extends string> = W extends `${infer Base}?`
  ? FieldType<Base>
  : W extends `${string}|${string}`
    ? Union<W>
    : Word<W>;

type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends `${string}?` ? K : never }[keyof F];

/** The TypeScript type of an object with these fields. */
export type FieldsType<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>>]: FieldType<F[K]>;
} & {
  readonly [K in OptionalKeys<F>]?: FieldType<F[K]> | undefined;
};

/** A field word taken apart. */
export interface FieldWord {
  readonly optional: boolean;
  readonly words: readonly string[];
  accepts(value: unknown): boolean;
}

const known = new Map<string, FieldWord>();

/** Takes a field word apart, once for each word. */
export function fieldWord(word: string): FieldWord {
  let parsed = known.get(word);
  if (!parsed) {
    const optional = word.endsWith("?");
    const words = (optional ? word.slice(0, -1) : word).split("|");
    const tests = words.map(wordTest);
    const [only] = tests;
    const accepts = tests.length === 1 && only ? only : (value: unknown) => tests.some((test) => test(value));
    parsed = { optional, words, accepts };
    known.set(word, parsed);
  }
  return parsed;
}

function wordTest(word: string): (value: unknown) => boolean {
  if (word.endsWith("[]")) {
    const item = wordTest(word.slice(0, -2));
    return (value) => Array.isArray(value) && value.every(item);
  }
  switch (word) {
    case "any":
      return (value) => value !== undefined;
    case "null":
      return (value) => value === null;
    case "object":
      return isObject;
    case "number":
      return (value) => typeof value === "number" && Number.isFinite(value);
    case "string":
    case "boolean":
      return (value) => typeof value === word;
    default:
      return (value) => value === word;
  }
}

/** Says what a field word asks for, for error messages: `a string`, `one of manual, auto`. */
export function describeField(word: string): string {
  const { words } = fieldWord(word);
  const names: Record<string, string> = {
    string: "a string",
    number: "a number",
    boolean: "true or false",
    object: "an object",
    any: "a value",
    null: "null",
  };
  const literals = words.filter((one) => !(one in names) && !one.endsWith("[]"));
  if (literals.length > 0)
    return literals.length === 1 ? `"${literals[0]}"` : `one of ${literals.join(", ")}`;
  return words.map((one) => names[one] ?? `a list of ${one.slice(0, -2)}s`).join(" or ");
}
