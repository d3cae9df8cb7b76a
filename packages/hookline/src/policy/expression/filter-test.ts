import { CommandValue } from "./command-value.ts";
import {
  type FilterText,
  type FilterValue,
  type FilterVariables,
  readText,
  readValue,
} from "./filter-value.ts";
import { PathValue } from "./path-value.ts";
import { HostValue, TextValue } from "./small-values.ts";
import type { JudgeTools } from "./tools.ts";

/** A question about variables, as data: a word that says what is asked, and what it is asked about. Short, since packs are read often. */
export type FilterTest =
  | readonly ["and", one: FilterTest, other: FilterTest]
  | readonly ["or", one: FilterTest, other: FilterTest]
  /** The value is this one, or is not. */
  | readonly ["is", value: FilterValue, text: FilterText | boolean, wanted: boolean]
  /** It is one of these. */
  | readonly ["in", value: FilterValue, texts: readonly string[], wanted: boolean]
  /** It is a list that holds this text. */
  | readonly ["holds", value: FilterValue, text: string, wanted: boolean]
  | readonly ["starts", value: FilterValue, text: FilterText, wanted: boolean]
  /** It is a text that a pattern is found in. */
  | readonly ["matches", value: FilterValue, pattern: string, wanted: boolean]
  /** It is a list or a text with nothing in it. */
  | readonly ["empty", value: FilterValue, what: null, wanted: boolean]
  /** What a function of ours says of it: `command.has("-r")`. */
  | readonly [call: Call, value: FilterValue, args: readonly string[] | FilterValue, wanted: boolean]
  /** It is a list or a map with something in it, of which the question holds that is asked about each. */
  | readonly ["some", value: FilterValue, name: string, where: FilterTest | null];

/** The functions that a filter can call. */
export type Call = "has" | "hasSecret" | "glob" | "under" | "reaches" | "within";

/** Says of the variables of a rule whether its condition may be true; where it says no, the condition is surely false. */
export type Filter = (variables: FilterVariables) => boolean;

/** What a filter looks at, as data: it can be kept, and a filter made of it without the language. */
export type FilterPlan = FilterTest;

/** Makes the filter of a plan. */
export function filterBy(plan: FilterPlan, tools: JudgeTools): Filter {
  return (variables) => mayHold(plan, variables, tools);
}

/** Answers a question; of a value that is not what it should be, everything may be true. As it stands, without preparing it: most are asked once. */
function mayHold(test: FilterTest, variables: FilterVariables, tools: JudgeTools): boolean {
  switch (test[0]) {
    case "and":
      return mayHold(test[1], variables, tools) && mayHold(test[2], variables, tools);
    case "or":
      return mayHold(test[1], variables, tools) || mayHold(test[2], variables, tools);
    case "some":
      return mayExist(test, variables, tools);
    default: {
      const said = says(test, readValue(test[1], variables), variables, tools);
      return said === null || said === test[3];
    }
  }
}

type PlainTest = Exclude<FilterTest, { 0: "and" | "or" | "some" }>;

/** What a question says of a value; null if nobody knows. */
function says(
  test: PlainTest,
  value: unknown,
  variables: FilterVariables,
  tools: JudgeTools,
): boolean | null {
  switch (test[0]) {
    case "is":
      if (typeof test[2] === "boolean") return typeof value === "boolean" ? value === test[2] : null;
      return withText(value, readText(test[2], variables), (own, text) => own === text);
    case "starts":
      return withText(value, readText(test[2], variables), (own, text) => own.startsWith(text));
    case "in":
      return typeof value === "string" ? test[2].includes(value) : null;
    case "holds":
      return Array.isArray(value) ? value.includes(test[2]) : null;
    case "empty":
      return typeof value === "string" || Array.isArray(value) ? value.length === 0 : null;
    case "matches": {
      const found = typeof value === "string" ? tools.compilePattern(test[2]).pattern?.test(value) : null;
      return !found || found.problem !== null ? null : found.matched;
    }
    default:
      return callOn(value, test[0], argsOf(test[2], variables));
  }
}

function withText(
  value: unknown,
  text: string | null,
  test: (own: string, text: string) => boolean,
): boolean | null {
  return typeof value === "string" && text !== null ? test(value, text) : null;
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
  [, named, name, where]: FilterTest & { 0: "some" },
  variables: FilterVariables,
  tools: JudgeTools,
): boolean {
  const items = itemsOf(readValue(named, variables));
  if (items === null) return true;
  if (where === null || items.length === 0) return items.length > 0;
  const before = Object.getOwnPropertyDescriptor(variables, name);
  try {
    return items.some((value) => {
      // Defined and not set: a loop may call its variable as one of ours, which nobody can set.
      Object.defineProperty(variables, name, { value, writable: true, enumerable: true, configurable: true });
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
