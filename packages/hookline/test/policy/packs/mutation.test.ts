import { describe, expect, it } from "vitest";
import { compileRule } from "../../../src/policy/compile-rule.ts";
import { celObject } from "../../../src/policy/expression/event-variables.ts";
import { createRuleEnvironments } from "../../../src/policy/expression/rule-environment.ts";
import { judgeRule } from "../../../src/policy/judge-rule.ts";
import { makeModel } from "../../../src/policy/make-model.ts";
import { allPacks } from "../../../src/policy/packs/all.ts";
import type { Rule } from "../../../src/policy/rule.ts";
import { type RuleContext, ruleContext } from "../../../src/policy/rule-context.ts";
import { judgeTools } from "../../../src/runners/judge-tools.ts";
import { eventOf, type Family, factsOf, isOf, mustPass, mustStop } from "../evasion/suite.ts";
import { mutantsOf, split } from "./mutants.ts";

const compiler = { environments: createRuleEnvironments(judgeTools), tools: judgeTools };
const defaults = Object.fromEntries(
  allPacks.flatMap(({ settings }) => Object.entries(settings ?? {}).map(([name, row]) => [name, row.default])),
);

interface Case {
  readonly family: Family;
  readonly context: RuleContext;
  readonly settings: object;
}

const casesOf = (family: Family): readonly Case[] =>
  family.commands.map((action) => {
    const facts = factsOf(family);
    const context = ruleContext(makeModel(eventOf(action), facts), facts);
    return { family, context, settings: celObject({ ...defaults, ...family.settings }) };
  });

const stops = mustStop.map((family) => ({ rule: family.rule, cases: casesOf(family) }));
const passes = mustPass.flatMap(casesOf);

/** True if a rule stops all that its families say, and nothing that must pass. */
function holds(rule: Rule, pack: string): boolean {
  const { compiled, problems } = compileRule(rule, null, compiler);
  if (problems.length > 0) return false;
  const fits = ({ context, settings }: Case) => judgeRule(compiled, settings, context).says;
  const own = stops.filter((one) => isOf(rule.id, one.rule)).flatMap(({ cases }) => cases);
  // Families of several rules need each of their actions stopped by one of them, so each rule needs at least one.
  const shared = stops.some((one) => isOf(rule.id, one.rule) && one.rule !== rule.id);
  const stopped = own.filter((one) => fits(one) === "fits").length;
  const expected = shared ? sharedCounts.get(rule.id) : own.length;
  if (stopped === 0 || (expected !== undefined && stopped < expected)) return false;
  return passes
    .filter(({ family }) => family.packs === undefined || family.packs.includes(pack))
    .every((one) => fits(one) === "no" || fits(one) === "aside");
}

/** How many actions of shared families each rule stops as it is. */
const sharedCounts = new Map(
  allPacks.flatMap(({ rules }) =>
    rules.map((rule) => {
      const { compiled } = compileRule(rule, null, compiler);
      const own = stops.filter((one) => isOf(rule.id, one.rule)).flatMap(({ cases }) => cases);
      const stopped = own.filter(({ context, settings }) => judgeRule(compiled, settings, context).says === "fits");
      return [rule.id, stopped.length] as const;
    }),
  ),
);

describe("a change in a rule", () => {
  it.each(allPacks.flatMap(({ name, rules }) => rules.map((rule) => [rule.id, name, rule] as const)))(
    "of %s is noticed by the suite",
    (_id, pack, rule) => {
      expect(holds(rule, pack), "the rule as it is").toBe(true);
      const survivors = mutantsOf(rule).filter((mutant) => holds(mutant.rule, pack));
      expect(survivors.map(({ name }) => name)).toEqual([]);
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
