import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import type { Pack } from "./pack.ts";
import type { PolicyProblem, ProblemList } from "./problem.ts";
import { readExceptions, readRule } from "./read-rule.ts";
import type { Rule, RuleException } from "./rule.ts";

type Path = PolicyProblem["path"];

/** A rule that can be compiled, and where it and its exceptions are written. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly pack: string | null;
  readonly path: Path;
  readonly exceptionPaths: readonly Path[];
}

/** A policy as far as it could be read. */
export interface ReadPolicy {
  readonly rules: readonly PlacedRule[];
  /** What could not be read, each under a name. */
  readonly faults: readonly { readonly id: string; readonly message: string }[];
  readonly settings: JsonObject;
  /** Settings that no chosen pack has, with the names of those that they have. */
  readonly unknownSettings: ReadonlyMap<string, readonly string[]>;
}

/** Reads a policy as it is written: each wrong part is told, and becomes something that blocks. */
export function readPolicy(written: JsonObject, packs: readonly Pack[], list: ProblemList): ReadPolicy {
  const faults: { id: string; message: string }[] = [];
  const fault = (id: string, path: Path, message: string, hint: string) => {
    faults.push({ id, message });
    list.error(path, message, `${hint}; until then it blocks`);
  };
  const chosen = chosenPacks(written.packs, packs, fault);
  const own = ownRules(written.rules, fault);
  if (written.packs === undefined && written.rules === undefined)
    fault("policy", [], 'a policy needs "packs" or "rules"', 'add "packs": ["commands"]');
  const rules = withoutTwins([...chosen.flatMap(packRules), ...own], fault);
  const except = exceptionsFor(written.except, rules, fault);
  const { settings = {} } = written;
  if (!isObject(settings)) fault("settings", ["settings"], '"settings" must be an object', "write { … }");
  const given = isObject(settings) ? settings : {};
  const rows = chosen.flatMap((pack) => Object.entries(pack.settings ?? {}));
  const defaults = Object.fromEntries(rows.map(([name, row]) => [name, row.default]));
  const known = rows.map(([name]) => name);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return {
    rules: rules.map((one) => withExceptions(one, except.get(one.rule.id) ?? [])),
    faults,
    settings: { ...defaults, ...given },
    unknownSettings: new Map(unknown.map((name) => [name, known])),
  };
}

type Fault = (id: string, path: Path, message: string, hint: string) => void;

function chosenPacks(written: Json | undefined, packs: readonly Pack[], fault: Fault): readonly Pack[] {
  if (written === undefined) return [];
  const names = packs.map(({ name }) => name);
  if (!Array.isArray(written)) {
    fault(
      "packs",
      ["packs"],
      '"packs" must be a list of names',
      `write [${names.map((name) => `"${name}"`).join(", ")}], or some of them`,
    );
    return [];
  }
  const chosen = new Set<Pack>();
  for (const [index, name] of written.entries()) {
    const pack = packs.find((one) => one.name === name);
    if (pack) chosen.add(pack);
    else {
      const meant = typeof name === "string" ? suggest(name, names) : null;
      const hint = meant === null ? `known are: ${names.join(", ")}` : `did you mean "${meant}"?`;
      const shown = typeof name === "string" ? `"${name}"` : "such a thing";
      fault(`pack ${String(name)}`, ["packs", index], `there is no pack ${shown}`, hint);
    }
  }
  return [...chosen];
}

function packRules({ name, rules }: Pack): readonly PlacedRule[] {
  return rules.map((rule) => ({
    rule,
    pack: name,
    path: ["packs"],
    exceptionPaths: (rule.except ?? []).map(() => ["packs"]),
  }));
}

function ownRules(written: Json | undefined, fault: Fault): readonly PlacedRule[] {
  if (written === undefined) return [];
  if (!Array.isArray(written)) {
    fault("rules", ["rules"], '"rules" must be a list', "write [ { … } ]");
    return [];
  }
  return written.flatMap((one, index) => {
    const path = ["rules", index];
    const read = readRule(one, path);
    if ("rule" in read) {
      const exceptionPaths = (read.rule.except ?? []).map((_, at) => [...path, "except", at, "when"]);
      return [{ rule: read.rule, pack: null, path, exceptionPaths }];
    }
    const { message, hint, path: at } = read.wrong;
    const id = isObject(one) && typeof one.id === "string" ? one.id : `number ${index + 1}`;
    fault(id, at, `rule ${id}: ${message}`, hint);
    return [];
  });
}

/** Two rules with one name could not be told apart in a reason or an exception. */
function withoutTwins(rules: readonly PlacedRule[], fault: Fault): readonly PlacedRule[] {
  const seen = new Map<string, PlacedRule>();
  return rules.filter((one) => {
    const before = seen.get(one.rule.id);
    if (!before) seen.set(one.rule.id, one);
    else {
      const where = before.pack === null ? "" : ` in the pack ${before.pack}`;
      fault(
        one.rule.id,
        [...one.path, "id"],
        `there is another rule ${one.rule.id}${where}`,
        "give it a name of its own",
      );
    }
    return !before;
  });
}

interface Addition {
  readonly exception: RuleException;
  readonly path: Path;
}

/** Exceptions that stand outside of their rules: those of packs cannot be written anywhere else. */
function exceptionsFor(
  written: Json | undefined,
  rules: readonly PlacedRule[],
  fault: Fault,
): ReadonlyMap<string, readonly Addition[]> {
  const found = new Map<string, readonly Addition[]>();
  if (written === undefined) return found;
  if (!isObject(written)) {
    fault(
      "except",
      ["except"],
      '"except" must be an object',
      'write { "id of a rule": [ { "when": …, "reason": … } ] }',
    );
    return found;
  }
  const ids = rules.map(({ rule }) => rule.id);
  for (const [id, value] of Object.entries(written)) {
    const path = ["except", id];
    const read = readExceptions(value ?? null, path);
    if (!ids.includes(id)) {
      const meant = suggest(id, ids);
      fault(
        id,
        path,
        `there is no rule ${id} here`,
        meant === null ? "remove it" : `did you mean "${meant}"?`,
      );
    } else if ("wrong" in read)
      fault(id, read.wrong.path, `rule ${id}: ${read.wrong.message}`, read.wrong.hint);
    else
      found.set(
        id,
        read.exceptions.map((exception, at) => ({ exception, path: [...path, at, "when"] })),
      );
  }
  return found;
}

function withExceptions(one: PlacedRule, additions: readonly Addition[]): PlacedRule {
  if (additions.length === 0) return one;
  const except = [...(one.rule.except ?? []), ...additions.map(({ exception }) => exception)];
  const exceptionPaths = [...one.exceptionPaths, ...additions.map(({ path }) => path)];
  return { ...one, rule: { ...one.rule, except }, exceptionPaths };
}
