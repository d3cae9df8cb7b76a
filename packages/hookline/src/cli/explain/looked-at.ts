import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { Event } from "../../index.ts";

/** The values that a condition looks at, by the words that it uses for them; null for what is not there. */
export type LookedAt = JsonObject;

/** The values that an `if` looks at: the tool, and what of its input rules are about. */
export function lookedAtByIf({ tool, payload }: Event): LookedAt {
  const input = isObject(payload.tool_input) ? payload.tool_input : {};
  const seen: { [name: string]: Json } = { tool_name: payload.tool_name ?? null };
  for (const field of [tool?.command, tool?.path, tool?.url, tool?.agent].flatMap((fields) => fields ?? [])) {
    const value = input[field];
    if (value !== undefined) seen[`tool_input.${field}`] = value;
  }
  return seen;
}

/** The values that a `when` looks at: each path in it that the payload has, or that begins with one of its fields. */
export function lookedAtByWhen(text: string, event: Event): LookedAt {
  const variables = variablesOf(event);
  const seen: { [name: string]: Json } = {};
  const code = text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  for (const [path] of code.matchAll(/(?<![\w.])[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*/g)) {
    const names = path.split(".").map((name) => name.trim());
    const [first = ""] = names;
    if (!Object.hasOwn(variables, first)) continue;
    const { way, value } = follow(variables, names);
    seen[way] = value;
  }
  return seen;
}

/** What expressions call the parts of an event. */
function variablesOf({ payload, spec, tool }: Event): JsonObject {
  const input = isObject(payload.tool_input) ? payload.tool_input : {};
  const text = (fields: readonly string[] = []): string => {
    const values = fields.map((field) => input[field]);
    return values.find((value) => typeof value === "string") ?? "";
  };
  const words = {
    name: tool?.name ?? "",
    kind: tool?.kind ?? "",
    command: text(tool?.command),
    path: text(tool?.path),
    content: text(tool?.content),
    url: text(tool?.url),
  };
  return { ...payload, payload, event: spec.name, tool: words };
}

/** Goes along a path as far as there are objects; a method at its end is no part of it. */
function follow(from: JsonObject, names: readonly string[]): { readonly way: string; readonly value: Json } {
  let value: Json = from;
  const way: string[] = [];
  for (const name of names) {
    if (!isObject(value)) break;
    way.push(name);
    const next: Json | undefined = Object.hasOwn(value, name) ? value[name] : undefined;
    if (next === undefined) return { way: way.join("."), value: null };
    value = next;
  }
  return { way: way.join("."), value };
}
