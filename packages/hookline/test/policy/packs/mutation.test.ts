import { describe, expect, it } from "vitest";
import { type CompiledRule, compileRule } from "../../../src/policy/compile-rule.ts";
import { celObject } from "../../../src/policy/expression/event-variables.ts";
import { createRuleEnvironments } from "../../../src/policy/expression/rule-environment.ts";
import { judgeRule } from "../../../src/policy/judge-rule.ts";
import { makeModel } from "../../../src/policy/make-model.ts";
import type { Pack } from "../../../src/policy/pack.ts";
import { allPacks } from "../../../src/policy/packs/all.ts";
import type { Rule } from "../../../src/policy/rule.ts";
import { type RuleContext, ruleContext } from "../../../src/policy/rule-context.ts";
import { judgeTools } from "../../../src/runners/judge-tools.ts";
import { eventOf, type Family, factsOf, isOf, mustPass, mustStop } from "../evasion/suite.ts";
import { mutantsOf, split } from "./mutants.ts";

const compiler = { environments: createRuleEnvironments(judgeTools), tools: judgeTools };
const compile = (rule: Rule) => compileRule(rule, null, compiler).compiled;
const strength = ["pass", "allow", "redact", "ask", "deny"];
const defaults = Object.fromEntries(
  allPacks.flatMap(({ settings }) =>
    Object.entries(settings ?? {}).map(([name, row]) => [name, row.default]),
  ),
);

/** One action of the suite, as one pack sees it. */
interface Case {
  readonly context: RuleContext;
  readonly settings: object;
  /** The rule that stops it; null for what must pass. */
  readonly rule: string | null;
  readonly verdict: string;
  /** No other rule may fit it. */
  readonly only: boolean;
  /** The places of the pack's rules that fit. */
  readonly fitting: ReadonlySet<number>;
}

const fits = (compiled: CompiledRule, { context, settings }: Pick<Case, "context" | "settings">): boolean => {
  const { says } = judgeRule(compiled, settings, context);
  if (says === "error") throw new Error(`${compiled.rule.id} broke`);
  return says === "fits";
};

function casesOf(
  family: Family,
  rules: readonly CompiledRule[],
  rule: string | null,
  only = false,
): readonly Case[] {
  const facts = factsOf(family);
  const settings = celObject({ ...defaults, ...family.settings });
  return family.commands.map((action) => {
    const context = ruleContext(makeModel(eventOf(action), facts), facts);
    const fitting = new Set(rules.flatMap((one, at) => (fits(one, { context, settings }) ? [at] : [])));
    return { context, settings, rule, fitting, only, verdict: strongest(rules, fitting) };
  });
}

function strongest(rules: readonly CompiledRule[], fitting: ReadonlySet<number>): string {
  const said = [...fitting].map((at) => strength.indexOf(rules[at]?.rule.verdict ?? "pass"));
  return strength[Math.max(0, ...said)] ?? "pass";
}

/** All actions that a pack has a say in: those that it stops, and those that must pass. */
function casesFor(pack: Pack) {
  const rules = pack.rules.map(compile);
  const own = mustStop.filter(({ rule }) => rule.startsWith(`${pack.name}/`));
  const free = mustPass.filter(({ packs }) => packs === undefined || packs.includes(pack.name));
  return {
    rules,
    cases: [
      ...own.flatMap((family) => casesOf(family, rules, family.rule, family.only)),
      ...free.flatMap((family) => casesOf(family, rules, null)),
    ],
  };
}

/** True if nothing in the suite notices that one rule of a pack is another. */
function survives(at: number, mutant: Rule | null, { rules, cases }: ReturnType<typeof casesFor>): boolean {
  const original = rules[at];
  if (!original) return false;
  const changed = mutant ? compile(mutant) : null;
  if (changed && changed.fault !== "") return false;
  return cases.every((one) => {
    const before = one.fitting.has(at);
    let after: boolean;
    try {
      after = changed !== null && fits(changed, one);
    } catch {
      return false;
    }
    if (before === after) return true;
    // What names the rule must still be stopped by it; everything else must get the same verdict.
    if (one.only || (one.rule !== null && isOf(original.rule.id, one.rule))) return false;
    const fitting = new Set(one.fitting);
    if (after) fitting.add(at);
    else fitting.delete(at);
    return strongest(rules, fitting) === one.verdict;
  });
}

describe.each(allPacks.map((pack) => [pack.name, pack] as const))("the pack %s", (_name, pack) => {
  const seen = casesFor(pack);

  it.each(pack.rules.map((rule, at) => [rule.id, rule, at] as const))(
    "has no rule that could be another: %s",
    (_id, rule, at) => {
      const survivors = mutantsOf(rule).filter((mutant) => survives(at, mutant.rule, seen));
      expect(survivors.map(({ name }) => name)).toEqual([]);
      expect(survives(at, null, seen), "without the rule").toBe(false);
    },
    60_000,
  );
});

it("conditions are parted where they are joined", () => {
  expect(split('a && "x && y" in (b && c) && d', "&&")).toEqual(["a", '"x && y" in (b && c)', "d"]);
  const rule = { id: "x", verdict: "deny", reason: "", when: "a && (b || c)" } as const;
  expect(mutantsOf(rule).map(({ rule }) => rule.when)).toEqual([
    "(b || c)",
    "a",
    "a && (c)",
    "a && (b)",
    "!(a) && (b || c)",
    "a && !((b || c))",
  ]);
});
