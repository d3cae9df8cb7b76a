import type { Event } from "../../contract/event.ts";
import { isObject, type Json } from "../../contract/json.ts";

/** A JSON value as CEL sees it: whole numbers are integers, so that `n + 1` means what it says. */
type CelValue = string | number | bigint | boolean | null | readonly CelValue[] | { [key: string]: CelValue };

const variables = new WeakMap<Event, ReadonlyMap<string, CelValue>>();

/** The variables of an expression: the payload's fields, `payload`, `event` (its name) and `tool`; made once for each event. */
export function celVariables(event: Event): ReadonlyMap<string, CelValue> {
  let known = variables.get(event);
  if (!known) {
    const payload = celObject(event.payload);
    known = new Map<string, CelValue>([
      ...Object.entries(payload),
      ["payload", payload],
      ["event", event.spec.name],
      ["tool", celTool(event)],
    ]);
    variables.set(event, known);
  }
  return known;
}

function celTool({ tool, payload }: Event): CelValue {
  const input = isObject(payload.tool_input) ? payload.tool_input : {};
  const text = (fields: readonly string[] = []): string => {
    for (const field of fields) {
      const value = input[field];
      if (typeof value === "string") return value;
    }
    return "";
  };
  return {
    name: tool?.name ?? "",
    kind: tool?.kind ?? "",
    command: text(tool?.command),
    path: text(tool?.path),
    content: text(tool?.content),
    url: text(tool?.url),
  };
}

function celObject(value: object): { [key: string]: CelValue } {
  const result: { [key: string]: CelValue } = Object.create(null);
  for (const [key, item] of Object.entries(value)) if (item !== undefined) result[key] = celValue(item);
  return result;
}

function celValue(value: Json): CelValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(celValue) : celObject(value);
}
