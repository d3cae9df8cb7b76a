import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import type { KnownExpression } from "./expression/known-expression.ts";
import type { JudgeTools } from "./expression/tools.ts";
import type { Pack } from "./pack.ts";
import type { PolicyProblem, ProblemList } from "./problem.ts";
import { exceptionsFor, withExceptions } from "./read-exceptions.ts";
import { readRule } from "./read-rule.ts";
import { readSettings } from "./read-settings.ts";
import type { Rule } from "./rule.ts";

type Path = PolicyProblem["path"];

/** A rule that can be compiled, and where it and its exceptions are written. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly pack: string | null;
  readonly path: Path;
  readonly exceptionPaths: readonly Path[];
  /** What the pack knows of its condition. */
  known(): KnownExpression | undefined;
  /** What must be done to a path for its condition to be true, if the pack can tell. */
  readonly accesses: readonly string[] | null;
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

/** What follows from an error until it is corrected. */
export const untilThen = 'until then it blocks, unless "onFailure" of its entry is "continue"';

/** Reads a policy as it is written: each wrong part is told, and becomes something that blocks. */
export function readPolicy(
  written: JsonObject,
  { packs, tools, rulesOf = (pack) => pack.rules }: PolicyReaders,
  list: ProblemList,
): ReadPolicy {
  const faults: { id: string; message: string }[] = [];
  const fault = (id: string, path: Path, message: string, hint: string) => {
    faults.push({ id, message });
    list.error(path, message, `${hint}; ${untilThen}`);
  };
  const chosen = chosenPacks(written.packs, packs, fault);
  const own = ownRules(written.rules, fault);
  if (isNothing(written.packs) && isNothing(written.rules))
    fault(
      "policy",
      [],
      'a policy needs "packs" or "rules" with something in it',
      'add "packs": ["commands"]',
    );
  refuseOthers(written, fault);
  const rules = withoutTwins([...chosen.flatMap((pack) => packRules(pack, rulesOf, fault)), ...own], fault);
  const except = exceptionsFor(written.except, rules, fault);
  return {
    rules: rules.map((one) => withExceptions(one, except.get(one.rule.id) ?? [])),
    faults,
    ...readSettings(written.settings, chosen, tools, fault),
  };
}

/** What a policy is read with. */
export interface PolicyReaders {
  readonly packs: readonly Pack[];
  readonly tools: JudgeTools;
  /** The rules of a pack that are needed; all if absent. */
  readonly rulesOf?: (pack: Pack) => readonly Rule[];
}

/** Tells that a part is wrong, under a name: it becomes something that blocks. */
export type Fault = (id: string, path: Path, message: string, hint: string) => void;

/** A list without anything in it holds nothing, as if it were not there. */
function isNothing(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

const fields = ["packs", "rules", "settings", "except"];
/** What may stand beside them in a file that is a policy. */
const beside: ReadonlySet<string> = new Set(["$schema", "hooks"]);

/** A misspelt key would leave out what stands under it. */
function refuseOthers(written: JsonObject, fault: Fault): void {
  for (const key of Object.keys(written)) {
    if (fields.includes(key) || beside.has(key) || written[key] === undefined) continue;
    const meant = suggest(key, fields);
    const hint = meant === null ? `known are: ${fields.join(", ")}` : `did you mean "${meant}"?`;
    fault(key, [key], `the key "${key}" means nothing in a policy`, hint);
  }
}

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

/** A pack may lie in a file: where that is missing, its rules are not in force, and that is told. */
function packRules(
  pack: Pack,
  rulesOf: (pack: Pack) => readonly Rule[],
  fault: Fault,
): readonly PlacedRule[] {
  const { name } = pack;
  const path = ["packs"];
  let rules: readonly Rule[] = [];
  try {
    rules = rulesOf(pack);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    fault(`pack ${name}`, path, `the pack "${name}" cannot be read (${why})`, "install Hookline again");
  }
  return rules.map((rule) => ({
    rule,
    known: () => pack.known?.(rule),
    accesses: pack.accesses?.(rule) ?? null,
    pack: name,
    path,
    exceptionPaths: rule.except?.map(() => path) ?? none,
  }));
}

const none: readonly Path[] = [];

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
      return [{ rule: read.rule, pack: null, path, exceptionPaths, known: () => undefined, accesses: null }];
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
