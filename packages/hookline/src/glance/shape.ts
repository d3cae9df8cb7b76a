import type { Json, JsonObject } from "../contract/json.ts";

/** The names of a payload's fields with the kinds of their values: what an event needs is in every payload of the same shape, or in none. */
export function shapeOf(payload: JsonObject): string {
  return Object.keys(payload)
    .map((name) => `${JSON.stringify(name)}:${kindOf(payload[name])}`)
    .sort()
    .join();
}

function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
