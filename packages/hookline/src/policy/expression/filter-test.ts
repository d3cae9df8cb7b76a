import { CommandValue } from "./command-value.ts";
import { PathValue } from "./path-value.ts";
import { ShellValue, TextValue } from "./small-values.ts";

/** A value that a question is about: a variable, or a field of one. */
export interface FilterValue {
  readonly on: string;
  readonly type: FilterType;
  /** Null: the variable itself, which is a text or a list. */
  readonly field: string | null;
}

/** What is known of the variables that questions are about. */
export type FilterType = "Command" | "Path" | "Text" | "Shell" | "string" | "list";

/** A question about variables, as data. */
export type FilterTest =
  | { readonly both: readonly [FilterTest, FilterTest] }
  | { readonly either: readonly [FilterTest, FilterTest] }
  /** The value is this one, or is not. */
  | { readonly value: FilterValue; readonly is: string | boolean; readonly wanted: boolean }
  /** It is one of these. */
  | { readonly value: FilterValue; readonly among: readonly string[]; readonly wanted: boolean }
  /** It is a list that holds this text. */
  | { readonly value: FilterValue; readonly holds: string; readonly wanted: boolean }
  | { readonly value: FilterValue; readonly starts: string; readonly wanted: boolean }
  /** What a function of ours says of it: `command.has("-r")`. */
  | {
      readonly value: FilterValue;
      readonly call: Call;
      readonly args: readonly string[];
      readonly wanted: boolean;
    }
  /** It is a list or a map with something in it, of which the question holds that is asked about each. */
  | { readonly value: FilterValue; readonly some: string; readonly where: FilterTest | null };

/** The functions that a filter can call. */
export type Call = "has" | "hasSecret";

/** Variables by their names. */
export type FilterVariables = { [name: string]: unknown };

type Test = (variables: FilterVariables) => boolean;

/** Makes what answers the question; of a value that is not what it should be, everything may be true. */
export function testBy(test: FilterTest): Test {
  if ("both" in test) {
    const [left, right] = [testBy(test.both[0]), testBy(test.both[1])];
    return (variables) => left(variables) && right(variables);
  }
  if ("either" in test) {
    const [left, right] = [testBy(test.either[0]), testBy(test.either[1])];
    return (variables) => left(variables) || right(variables);
  }
  const read = reader(test.value);
  if ("some" in test) return someTest(read, test.some, test.where && testBy(test.where));
  const { wanted } = test;
  if ("call" in test) {
    const { call, args } = test;
    return (variables) => {
      const said = callOn(read(variables), call, args);
      return said === null || said === wanted;
    };
  }
  const says = plainTest(test);
  return (variables) => {
    const said = says(read(variables));
    return said === null || said === wanted;
  };
}

/** Nothing that can be asked about. */
const unknown = Symbol("a value of another kind");

const classes = { Command: CommandValue, Path: PathValue, Text: TextValue, Shell: ShellValue };

function reader({ on, type, field }: FilterValue): (variables: FilterVariables) => unknown {
  if (type === "string" || type === "list") return (variables) => variables[on];
  const known = classes[type];
  return (variables) => {
    const value = variables[on];
    if (!(value instanceof known)) return unknown;
    return field === null ? value : Reflect.get(value, field);
  };
}

function plainTest(
  test: Extract<FilterTest, { is: unknown } | { among: unknown } | { holds: unknown } | { starts: unknown }>,
): (value: unknown) => boolean | null {
  if ("is" in test) {
    const { is } = test;
    return (value) => (typeof value === typeof is ? value === is : null);
  }
  if ("among" in test) {
    const known: ReadonlySet<unknown> = new Set(test.among);
    return (value) => (typeof value === "string" ? known.has(value) : null);
  }
  if ("holds" in test) {
    const { holds } = test;
    return (value) => (Array.isArray(value) ? value.includes(holds) : null);
  }
  const { starts } = test;
  return (value) => (typeof value === "string" ? value.startsWith(starts) : null);
}

function callOn(value: unknown, call: Call, args: readonly string[]): boolean | null {
  if (call === "has") return value instanceof CommandValue ? value.has(...args) : null;
  return value instanceof TextValue ? value.hasSecret() : null;
}

function someTest(read: (variables: FilterVariables) => unknown, name: string, where: Test | null): Test {
  return (variables) => {
    const value = read(variables);
    const items = itemsOf(value);
    if (items === null) return true;
    if (where === null || items.length === 0) return items.length > 0;
    const before = Object.getOwnPropertyDescriptor(variables, name);
    try {
      return items.some((item) => {
        variables[name] = item;
        return where(variables);
      });
    } finally {
      if (before) Object.defineProperty(variables, name, before);
      else delete variables[name];
    }
  };
}

function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value.keys()];
  return typeof value === "object" && value !== null ? Object.keys(value) : null;
}
