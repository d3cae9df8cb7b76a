import { CommandValue } from "./command-value.ts";
import { PathValue } from "./path-value.ts";
import { FactsValue, HostValue, ShellValue, TextValue } from "./small-values.ts";

/** The kinds of variables that questions are about. */
const types = [
  "Command",
  "Path",
  "Host",
  "Text",
  "Shell",
  "Facts",
  "Settings",
  "string",
  "list",
  "unknown",
] as const;

/** What is known of the variables that questions are about. */
export type FilterType = (typeof types)[number];

/**
 * A value that a question is about, in words: the type of a variable, its name, the field of it that is meant if it is one, and `lower` for
 * a text in lower case. Words, since a pack asks about few values many times, and what is read of a pack is short then.
 */
export type FilterValue =
  | `${FilterType} ${string}`
  | `${FilterType} ${string} ${string}`
  | `${FilterType} ${string} ${string} lower`;

/** A text as it stands in the condition, or a value with a text behind it. */
export type FilterText = string | readonly [value: FilterValue, behind: string];

/** Variables by their names. */
export type FilterVariables = { [name: string]: unknown };

/** A value in these words. */
export function filterValue(type: FilterType, on: string, field: string | null = null): FilterValue {
  return field === null ? `${type} ${on}` : `${type} ${on} ${field}`;
}

/** The same text in lower case. */
export function inLowerCase(value: FilterValue): FilterValue {
  const [type, on, field = ""] = partsOf(value);
  return `${type} ${on} ${field} lower`;
}

type Parts = readonly [type: FilterType, on: string, field: string | undefined, lower: string | undefined];

const known = new Map<string, Parts>();

/** So many values are remembered by their words. */
const mostKnown = 1_000;

function partsOf(value: FilterValue): Parts {
  let parts = known.get(value);
  if (!parts) {
    const [type = "", on = "", field, lower] = value.split(" ");
    parts = [types.find((one) => one === type) ?? "unknown", on, field || undefined, lower];
    if (known.size < mostKnown) known.set(value, parts);
  }
  return parts;
}

/** Nothing that can be asked about. */
const nothing = Symbol("a value of another kind");

const classes = {
  Command: CommandValue,
  Path: PathValue,
  Host: HostValue,
  Text: TextValue,
  Shell: ShellValue,
  Facts: FactsValue,
};

/** What a value is for these variables; a symbol if it is of another kind than it should be. */
export function readValue(named: FilterValue, variables: FilterVariables): unknown {
  const [type, on, field, lower] = partsOf(named);
  const value = fieldOf(variables[on], type, field);
  return lower && typeof value === "string" ? value.toLowerCase() : value;
}

function fieldOf(value: unknown, type: FilterType, field: string | undefined): unknown {
  if (type === "string" || type === "list") return value;
  if (type === "Settings")
    return field !== undefined && typeof value === "object" && value !== null && Object.hasOwn(value, field)
      ? Reflect.get(value, field)
      : nothing;
  if (type === "unknown" || !(value instanceof classes[type])) return nothing;
  return field === undefined ? value : Reflect.get(value, field);
}

/** A text for these variables; null if it is none. */
export function readText(text: FilterText, variables: FilterVariables): string | null {
  if (typeof text === "string") return text;
  const value = readValue(text[0], variables);
  return typeof value === "string" ? `${value}${text[1]}` : null;
}
