import type { Event } from "../../contract/event.ts";
import { isObject, type Json } from "../../contract/json.ts";
import { LastSeen } from "../../contract/last-seen.ts";
import type { Variables } from "./expressions.ts";

/** A JSON value as CEL sees it: whole numbers are integers, so that `n + 1` means what it says. */
export type CelValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly CelValue[]
  | { [key: string]: CelValue };

/** Where the input of a tool holds what rules ask about; empty texts where it holds none. */
export interface ToolWords {
  readonly name: string;
  readonly kind: string;
  readonly command: string;
  readonly path: string;
  readonly content: string;
  readonly url: string;
}

const known = new LastSeen<Event, Variables>();

/** The variables of an expression: the payload's fields, `payload`, `event` (its name) and `tool`; made once for each event. */
export function eventVariables(event: Event): Variables {
  let variables = known.get(event);
  if (!variables) {
    const payload = celObject(event.payload);
    const made: { [name: string]: unknown } = Object.create(null);
    variables = Object.assign(made, payload, { payload, event: event.spec.name, tool: toolWords(event) });
    known.set(event, variables);
  }
  return variables;
}

/** What of a tool call rules ask about. */
export function toolWords({ tool, payload }: Event): ToolWords {
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

/** An object as CEL sees it; it has no prototype. */
export function celObject(value: object): { [key: string]: CelValue } {
  const result: { [key: string]: CelValue } = Object.create(null);
  for (const [key, item] of Object.entries(value)) if (item !== undefined) result[key] = celValue(item);
  return result;
}

function celValue(value: Json): CelValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(celValue) : celObject(value);
}
