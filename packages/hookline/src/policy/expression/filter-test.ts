import { CommandValue } from "./command-value.ts";
import { PathValue } from "./path-value.ts";
import { FactsValue, HostValue, ShellValue, TextValue } from "./small-values.ts";
import type { JudgeTools } from "./tools.ts";

/**
 * A value that a question is about, in words: the type of a variable, its name, the field of it that is meant if it is one, and `lower` for
 * a text in lower case. Words, since a pack asks about few values many times, and what is read of a pack is short then.
 */
export type FilterValue =
  | `${FilterType} ${string}`
  | `${FilterType} ${string} ${string}`
  | `${FilterType} ${string} ${string} lower`;

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

/** A text as it stands in the condition, or a value with a text behind it. */
export type FilterText = string | { readonly value: FilterValue; readonly behind: string };

/** A question about variables, as data. */
export type FilterTest =
  | { readonly both: readonly [FilterTest, FilterTest] }
  | { readonly either: readonly [FilterTest, FilterTest] }
  /** The value is this one, or is not. */
  | { readonly value: FilterValue; readonly is: FilterText | boolean; readonly wanted: boolean }
  /** It is one of these. */
  | { readonly value: FilterValue; readonly among: readonly string[]; readonly wanted: boolean }
  /** It is a list that holds this text. */
  | { readonly value: FilterValue; readonly holds: string; readonly wanted: boolean }
  | { readonly value: FilterValue; readonly starts: FilterText; readonly wanted: boolean }
  /** It is a text that a pattern is found in. */
  | { readonly value: FilterValue; readonly matches: string; readonly wanted: boolean }
  /** It is a list or a text that is empty. */
  | { readonly value: FilterValue; readonly empty: true; readonly wanted: boolean }
  /** What a function of ours says of it: `command.has("-r")`. */
  | {
      readonly value: FilterValue;
      readonly call: Call;
      readonly args: readonly string[] | FilterValue;
      readonly wanted: boolean;
    }
  /** It is a list or a map with something in it, of which the question holds that is asked about each. */
  | { readonly value: FilterValue; readonly some: string; readonly where: FilterTest | null };

/** The functions that a filter can call. */
export type Call = "has" | "hasSecret" | "glob" | "under" | "reaches" | "within";

/** Variables by their names. */
export type FilterVariables = { [name: string]: unknown };

/** Says of the variables of a rule whether its condition may be true; where it says no, the condition is surely false. */
export type Filter = (variables: FilterVariables) => boolean;

/** What a filter looks at, as data: it can be kept, and a filter made of it without the language. */
export type FilterPlan = FilterTest;

/** Makes the filter of a plan. */
export function filterBy(plan: FilterPlan, tools: JudgeTools): Filter {
  return (variables) => mayHold(plan, variables, tools);
}

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

function partsOf(value: FilterValue): Parts {
  let parts = known.get(value);
  if (!parts) {
    const [type = "", on = "", field, lower] = value.split(" ");
    parts = [types.find((one) => one === type) ?? "unknown", on, field || undefined, lower];
    if (known.size < mostKnown) known.set(value, parts);
  }
  return parts;
}

/** So many values are remembered by their words. */
const mostKnown = 1_000;

/** Answers a question; of a value that is not what it should be, everything may be true. As it stands, without preparing it: most are asked once. */
function mayHold(test: FilterTest, variables: FilterVariables, tools: JudgeTools): boolean {
  if ("both" in test)
    return mayHold(test.both[0], variables, tools) && mayHold(test.both[1], variables, tools);
  if ("either" in test)
    return mayHold(test.either[0], variables, tools) || mayHold(test.either[1], variables, tools);
  const value = readValue(test.value, variables);
  if ("some" in test) return mayExist(value, test.some, test.where, variables, tools);
  const said =
    "call" in test
      ? callOn(value, test.call, argsOf(test.args, variables))
      : says(test, value, variables, tools);
  return said === null || said === test.wanted;
}

/** Nothing that can be asked about. */
const unknown = Symbol("a value of another kind");

const classes = {
  Command: CommandValue,
  Path: PathValue,
  Host: HostValue,
  Text: TextValue,
  Shell: ShellValue,
  Facts: FactsValue,
};

function readValue(named: FilterValue, variables: FilterVariables): unknown {
  const [type, on, field, lower] = partsOf(named);
  const value = fieldOf(variables[on], type, field);
  return lower && typeof value === "string" ? value.toLowerCase() : value;
}

function fieldOf(value: unknown, type: FilterType, field: string | undefined): unknown {
  if (type === "string" || type === "list") return value;
  if (type === "Settings")
    return field !== undefined && typeof value === "object" && value !== null && Object.hasOwn(value, field)
      ? Reflect.get(value, field)
      : unknown;
  if (type === "unknown" || !(value instanceof classes[type])) return unknown;
  return field === undefined ? value : Reflect.get(value, field);
}

type PlainTest = Exclude<
  FilterTest,
  { both: unknown } | { either: unknown } | { some: unknown } | { call: unknown }
>;

/** What a question says of a value; null if nobody knows. */
function says(
  test: PlainTest,
  value: unknown,
  variables: FilterVariables,
  tools: JudgeTools,
): boolean | null {
  if ("empty" in test) return typeof value === "string" || Array.isArray(value) ? value.length === 0 : null;
  if ("holds" in test) return Array.isArray(value) ? value.includes(test.holds) : null;
  if ("is" in test && typeof test.is === "boolean")
    return typeof value === "boolean" ? value === test.is : null;
  if (typeof value !== "string") return null;
  if ("among" in test) return test.among.includes(value);
  if ("matches" in test) {
    const { matched, problem } = tools.compilePattern(test.matches).pattern?.test(value) ?? nowhere;
    return problem === null ? matched : null;
  }
  const text = textOf("is" in test ? test.is : test.starts, variables);
  if (text === null) return null;
  return "is" in test ? value === text : value.startsWith(text);
}

const nowhere = { matched: false, problem: "no pattern" };

function textOf(text: FilterText | boolean, variables: FilterVariables): string | null {
  if (typeof text !== "object") return String(text);
  const value = readValue(text.value, variables);
  return typeof value === "string" ? `${value}${text.behind}` : null;
}

function argsOf(args: readonly string[] | FilterValue, variables: FilterVariables): readonly string[] | null {
  if (typeof args !== "string") return args;
  const list = readValue(args, variables);
  return Array.isArray(list) && list.every((one) => typeof one === "string") ? list : null;
}

function callOn(value: unknown, call: Call, args: readonly string[] | null): boolean | null {
  if (args === null) return null;
  if (call === "has") return value instanceof CommandValue ? value.has(...args) : null;
  if (call === "hasSecret") return value instanceof TextValue ? value.hasSecret() : null;
  if (call === "within") return value instanceof HostValue ? value.within(args) : null;
  if (!(value instanceof PathValue)) return null;
  if (call === "glob") return value.fitsAny(args);
  return args.some((one) => (call === "under" ? value.isUnder(one) : value.reaches(one)));
}

function mayExist(
  value: unknown,
  name: string,
  where: FilterTest | null,
  variables: FilterVariables,
  tools: JudgeTools,
): boolean {
  const items = itemsOf(value);
  if (items === null) return true;
  if (where === null || items.length === 0) return items.length > 0;
  const before = Object.getOwnPropertyDescriptor(variables, name);
  try {
    return items.some((item) => {
      variables[name] = item;
      return mayHold(where, variables, tools);
    });
  } finally {
    if (before) Object.defineProperty(variables, name, before);
    else delete variables[name];
  }
}

function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value.keys()];
  return typeof value === "object" && value !== null ? Object.keys(value) : null;
}
