import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import { toolKinds } from "../contract/tool.ts";
import { builtInEvents } from "../events/catalog.ts";
import type { PolicyProblem } from "./problem.ts";
import { type Rule, type RuleException, ruleSubjects, ruleVerdicts, severities } from "./rule.ts";

/** A value that is not what it should be. */
type Wrong = Pick<PolicyProblem, "path" | "message" | "hint">;

/** Says what is wrong with the value of a field; null if nothing is. */
type Test = (value: Json, path: PolicyProblem["path"]) => Wrong | null;

const day = /^(\d{4})-(\d\d)-(\d\d)$/;

const isText: Test = (value, path) =>
  typeof value === "string" && value.trim() !== ""
    ? null
    : { path, message: `"${path.at(-1)}" must be a text that says something`, hint: "write a string" };

const isId: Test = (value, path) =>
  typeof value === "string" && /^[\w.:/-]{1,100}$/.test(value)
    ? null
    : { path, message: '"id" must be a name', hint: "write letters, digits, - _ . : or /, and no spaces" };

const isDay: Test = (value, path) => {
  const [, year, month, date] = typeof value === "string" ? (day.exec(value) ?? []) : [];
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  if (read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(date)) return null;
  return { path, message: '"expires" must be a day', hint: 'write it as "2027-01-31"' };
};

const isOneOf =
  (known: readonly string[]): Test =>
  (value, path) => {
    if (typeof value === "string" && known.includes(value)) return null;
    const meant = typeof value === "string" ? suggest(value, known) : null;
    const hint = meant === null ? `known are: ${known.join(", ")}` : `did you mean "${meant}"?`;
    const shown = typeof value === "string" ? `"${value}"` : "this value";
    return { path, message: `${shown} means nothing here`, hint };
  };

const isListOf =
  (item: Test): Test =>
  (value, path) => {
    const message = `"${path.at(-1)}" must be a list with something in it`;
    if (!Array.isArray(value) || value.length === 0) return { path, message, hint: 'write [ "…" ]' };
    for (const [index, one] of value.entries()) {
      const wrong = item(one, [...path, index]);
      if (wrong) return wrong;
    }
    return null;
  };

const exceptionTests: { readonly [K in keyof Required<RuleException>]: Test } = {
  when: isText,
  reason: isText,
  owner: isText,
  expires: isDay,
};

const isException: Test = (value, path) =>
  isObject(value)
    ? wrongOf(value, path, exceptionTests, ["when", "reason"], "an exception")
    : { path, message: "an exception is an object", hint: 'write { "when": …, "reason": … }' };

const ruleTests: { readonly [K in keyof Required<Rule>]: Test } = {
  id: isId,
  verdict: isOneOf(ruleVerdicts),
  when: isText,
  reason: isText,
  each: isOneOf(ruleSubjects),
  kinds: isListOf(isOneOf(toolKinds)),
  programs: isListOf(isText),
  events: isListOf((value, path) => isOneOf(builtInEvents.map(({ name }) => name))(value, path)),
  severity: isOneOf(severities),
  owner: isText,
  expires: isDay,
  except: isListOf(isException),
};

/** A rule as it is written, if it is one; else what is wrong with it first. */
export function readRule(
  written: Json,
  path: PolicyProblem["path"],
): { readonly rule: Rule } | { readonly wrong: Wrong } {
  if (!isObject(written))
    return {
      wrong: {
        path,
        message: "a rule is an object",
        hint: 'write { "id": …, "verdict": …, "when": …, "reason": … }',
      },
    };
  const wrong = wrongOf(written, path, ruleTests, ["id", "verdict", "when", "reason"], "a rule");
  if (wrong) return { wrong };
  return isTested<Rule>(written)
    ? { rule: written }
    : { wrong: { path, message: "a rule is an object", hint: "" } };
}

/** A list of exceptions as it is written, if it is one; else what is wrong with it first. */
export function readExceptions(
  written: Json,
  path: PolicyProblem["path"],
): { readonly exceptions: readonly RuleException[] } | { readonly wrong: Wrong } {
  const wrong = isListOf(isException)(written, path);
  if (wrong) return { wrong };
  return { exceptions: Array.isArray(written) ? written.filter((one) => isTested<RuleException>(one)) : [] };
}

/** Each field has been tested by then to be what its type says. */
function isTested<T>(written: unknown): written is T {
  return isObject(written);
}

function wrongOf(
  written: JsonObject,
  path: PolicyProblem["path"],
  tests: { readonly [name: string]: Test },
  needed: readonly string[],
  what: string,
): Wrong | null {
  for (const [name, value] of Object.entries(written)) {
    if (!Object.hasOwn(tests, name)) {
      const meant = suggest(name, Object.keys(tests));
      const hint =
        meant === null ? `known are: ${Object.keys(tests).join(", ")}` : `did you mean "${meant}"?`;
      return { path: [...path, name], message: `the key "${name}" means nothing in ${what}`, hint };
    }
    const wrong = value === undefined ? null : (tests[name]?.(value, [...path, name]) ?? null);
    if (wrong) return wrong;
  }
  const missing = needed.find((name) => written[name] === undefined);
  return missing === undefined
    ? null
    : { path, message: `${what} needs "${missing}"`, hint: `add "${missing}"` };
}
