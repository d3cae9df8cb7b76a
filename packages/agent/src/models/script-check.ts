import { suggest } from "hookline";
import { stopWords } from "./errors.ts";
import type { JsonPath } from "./script-json.ts";

/** The first thing that is wrong in a script. */
export interface Problem {
  readonly path: JsonPath;
  readonly message: string;
}

type Check = (value: unknown, path: JsonPath, what: string) => Problem | null;

const text = is("a string", (value) => typeof value === "string");
const name = is("a string that is not empty", (value) => typeof value === "string" && value !== "");
const flag = is("true or false", (value) => typeof value === "boolean");
const object = is("an object", isObject);
const delay = is(
  "a number of milliseconds, 0 or more",
  (value) => typeof value === "number" && value >= 0 && value < 2 ** 31,
);

const call = shape({ name, input: object }, ["name"]);
const judgement = shape({ ok: flag, reason: text }, ["ok"]);
const turn = shape({ text, tools: list("tool", call), delayMs: delay, error: stopWord, message: text }, []);
const script = shape({ turns: list("turn", turn), summary: text, judge: judgements }, ["turns"]);

/** Finds the first mistake in what should be a script; null if there is none. */
export function checkScript(value: unknown): Problem | null {
  return script(value, [], "the script");
}

function is(needed: string, holds: (value: unknown) => boolean): Check {
  return (value, path, what) => (holds(value) ? null : { path, message: `${what} must be ${needed}` });
}

function list(word: string, item: Check): Check {
  return (value, path, what) => {
    if (!Array.isArray(value)) return { path, message: `${what} must be a list` };
    return first(value, (entry, index) =>
      item(entry, [...path, index], within(what, `${word} ${index + 1}`)),
    );
  };
}

function shape(fields: Readonly<Record<string, Check>>, required: readonly string[]): Check {
  const known = Object.keys(fields);
  return (value, path, what) => {
    if (!isObject(value)) return { path, message: `${what} must be an object` };
    const missing = required.find((key) => !Object.hasOwn(value, key));
    if (missing !== undefined) return { path, message: `${what} needs "${missing}"` };
    return first(Object.entries(value), ([key, held]) => {
      const check = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (check) return check(held, [...path, key], within(what, `"${key}"`));
      const meant = suggest(key, known);
      const hint = meant === null ? `it may have ${known.join(", ")}` : `did you mean "${meant}"?`;
      return { path: [...path, key], message: `${what} has an unknown key "${key}"; ${hint}` };
    });
  };
}

function stopWord(value: unknown, path: JsonPath, what: string): Problem | null {
  if (stopWords.some((word) => word === value)) return null;
  const meant = typeof value === "string" ? suggest(value, stopWords) : null;
  const hint = meant === null ? "" : `; did you mean "${meant}"?`;
  return { path, message: `${what} must be one of ${stopWords.join(", ")}${hint}` };
}

function judgements(value: unknown, path: JsonPath, what: string): Problem | null {
  return Array.isArray(value) ? list("answer", judgement)(value, path, what) : judgement(value, path, what);
}

/** "turn 2", "turn 2, tool 1": nobody needs to hear of the script and its lists. */
function within(outer: string, inner: string): string {
  if (outer === "the script" || outer === '"turns"') return inner;
  return outer.endsWith('"tools"') ? outer.replace('"tools"', inner) : `${outer}, ${inner}`;
}

function first<T>(items: readonly T[], check: (item: T, index: number) => Problem | null): Problem | null {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem) return problem;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
