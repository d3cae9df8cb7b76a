import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile-policy.ts";
import { judgePolicy } from "../../src/policy/judge-policy.ts";
import { makeModel } from "../../src/policy/make-model.ts";
import type { Pack } from "../../src/policy/pack.ts";
import { laterPack, packText } from "../../src/policy/pack-text.ts";
import { allPacks } from "../../src/policy/packs/all.ts";
import { packsKnown } from "../../src/policy/packs-known.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import { eventOf, factsOf, mustPass, mustStop } from "./evasion/suite.ts";

/** The packs as a build writes them: data alone. */
const written: readonly Pack[] = packsKnown(judgeTools).map((data) => {
  const { rules: _, ...row } = data.pack;
  const { text, head } = packText(data, judgeTools);
  const bytes = Buffer.from(text);
  return laterPack(row, head, () => (start, end) => bytes.toString("latin1", start, end));
});

describe("a pack of which a build knows the conditions", () => {
  it("judges every action of the evasion suite as the pack itself does", () => {
    const packs = allPacks.map(({ name }) => name);
    const makers = { tools: judgeTools, today: "2026-11-15" };
    const own = compilePolicy({ packs }, { ...makers, packs: allPacks }).policy;
    const known = compilePolicy({ packs }, { ...makers, packs: written }).policy;
    const cases = [...mustStop, ...mustPass]
      .flatMap((family) => family.commands.map((action) => ({ family, action })))
      .filter((_, index) => index % 9 === 0);
    expect(cases.length).toBeGreaterThan(250);
    for (const { family, action } of cases) {
      const facts = factsOf(family);
      const model = makeModel(eventOf(action), facts);
      const [first, second] = [judgePolicy(own, model, facts), judgePolicy(known, model, facts)];
      expect([second.verdict, second.reason, second.faults], JSON.stringify(action)).toEqual([
        first.verdict,
        first.reason,
        first.faults,
      ]);
    }
  });

  it("names programs by their base names, as they are looked for", () => {
    const named = allPacks.flatMap(({ rules }) => rules.flatMap(({ programs }) => programs ?? []));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => name.includes("/"))).toEqual([]);
  });

  it("costs what the pack itself costs", () => {
    for (const pack of allPacks) {
      const [own, known] = [allPacks, written].map((packs) =>
        compilePolicy({ packs: [pack.name] }, { tools: judgeTools, today: "2026-11-15", packs }),
      );
      expect(known?.policy.rules.map(({ cost }) => cost)).toEqual(own?.policy.rules.map(({ cost }) => cost));
    }
  });
});
