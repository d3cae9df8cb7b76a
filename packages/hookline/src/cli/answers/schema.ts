import type { Json, JsonObject } from "../../contract/json.ts";

/** Any text. */
export const text: JsonObject = { type: "string" };

/** Any number. */
export const number: JsonObject = { type: "number" };

/** A whole number from 0 on. */
export const count: JsonObject = { type: "integer", minimum: 0 };

/** True or false. */
export const yesNo: JsonObject = { type: "boolean" };

/** Any object: what is in it is somebody else's. */
export const anyObject: JsonObject = { type: "object" };

/** Any value. */
export const anything: JsonObject = {};

/** One of these words. */
export function word(...words: readonly string[]): JsonObject {
  return { enum: words };
}

/** A list of such values. */
export function list(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** Such a value, or null. */
export function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}

/** An object with exactly these fields; a name with a `?` at its end may be missing. */
export function fields(given: { readonly [name: string]: JsonObject }, more: JsonObject = {}): JsonObject {
  const properties: { [name: string]: Json } = {};
  for (const [name, schema] of Object.entries(given)) properties[name.replace(/\?$/, "")] = schema;
  const required = Object.keys(given).filter((name) => !name.endsWith("?"));
  return { type: "object", properties, required, additionalProperties: false, ...more };
}

/** An object whose fields are not known beforehand, each with such a value. */
export function map(values: JsonObject): JsonObject {
  return { type: "object", additionalProperties: values };
}
