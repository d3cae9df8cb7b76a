import { describe, expect, it } from "vitest";
import { allPacks } from "../../../src/policy/packs/all.ts";
import { factsOf, isOf, judge, knownGaps, mustPass, mustStop, policyFor, scoreOf } from "./suite.ts";

const strength = ["pass", "allow", "redact", "ask", "deny"];
const titled = <T extends { readonly family: string; readonly commands: readonly unknown[] }>(
  families: readonly T[],
) => families.map((family) => [family.family, family.commands.length, family] as const);

describe("what must be stopped", () => {
  // shows: W-027
  it.each(titled(mustStop))("%s (%i)", (_name, _count, family) => {
    const policy = policyFor(family);
    const missed = family.commands.flatMap((action) => {
      const { verdict, rules, faults } = judge(policy, action, factsOf(family));
      const strong = strength.indexOf(verdict) >= strength.indexOf(family.verdict);
      const stopped = rules.some((id) => isOf(id, family.rule)) && strong && faults.length === 0;
      return stopped ? [] : [{ action, verdict, rules, faults }];
    });
    expect(missed).toEqual([]);
  });

  it.each(titled(mustStop.filter(({ only }) => only)))(
    "%s: by one rule of its pack",
    (_name, _count, family) => {
      const [name = ""] = family.rule.split("/");
      const policy = policyFor({ ...family, packs: [name] });
      for (const action of family.commands)
        expect(judge(policy, action, factsOf(family)).rules, String(action)).toEqual([family.rule]);
    },
  );
});

describe("what must pass", () => {
  it.each(titled(mustPass))("%s (%i)", (_name, _count, family) => {
    const policy = policyFor(family);
    const stopped = family.commands.flatMap((action) => {
      const { verdict, rules, faults } = judge(policy, action, factsOf(family));
      return verdict === "pass" && faults.length === 0 ? [] : [{ action, verdict, rules, faults }];
    });
    expect(stopped).toEqual([]);
  });
});

describe("what is known to get through", () => {
  it.each(titled(knownGaps))("%s (%i): still does, and is told", (_name, _count, family) => {
    const policy = policyFor(family);
    const stopped = family.commands.filter(
      (action) => judge(policy, action, factsOf(family)).verdict !== "pass",
    );
    // What is stopped by now belongs to the other list.
    expect(stopped).toEqual([]);
    expect(family.why).toMatch(/^[A-Z].*\.$/);
  });
});

it("the suite is large enough to mean something", () => {
  const { stop, around, pass } = scoreOf();
  expect(stop).toBeGreaterThanOrEqual(350);
  expect(pass).toBeGreaterThanOrEqual(250);
  expect(around).toBeGreaterThanOrEqual(stop / 3);
  const all = mustStop.flatMap(({ commands }) => commands).map((action) => JSON.stringify(action));
  expect(new Set(all).size).toBeGreaterThan(all.length * 0.95);
});

it("every rule of every pack stops something in it, has a severity, and says what to do in one sentence", () => {
  for (const { rules } of allPacks) {
    for (const { id, severity, reason } of rules) {
      expect(
        mustStop.some(({ rule }) => isOf(id, rule)),
        id,
      ).toBe(true);
      expect(severity, id).toBeDefined();
      expect(reason, id).toMatch(/^[A-Z][^.]*\.$/);
    }
  }
});
