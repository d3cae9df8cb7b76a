import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile-policy.ts";
import { CommandValue } from "../../src/policy/expression/command-value.ts";
import { type Filter, filterBy } from "../../src/policy/expression/filter-test.ts";
import { fittingRules, judgePolicy } from "../../src/policy/judge-policy.ts";
import { makeModel } from "../../src/policy/make-model.ts";
import type { Pack } from "../../src/policy/pack.ts";
import { laterPack, packText } from "../../src/policy/pack-text.ts";
import { packsKnown } from "../../src/policy/packs-known.ts";
import { isPlain, plainVariables } from "../../src/policy/plain-command.ts";
import { policyFor } from "../../src/policy/policy-for.ts";
import { ruleContext } from "../../src/policy/rule-context.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import {
  eventOf,
  exampleFacts,
  type Family,
  factsOf,
  knownGaps,
  mustPass,
  mustStop,
} from "./evasion/suite.ts";
import { bash } from "./judged.ts";

/** The packs as a build writes them: data alone. */
const packs: readonly Pack[] = packsKnown(judgeTools).map((data) => {
  const { rules: _, ...row } = data.pack;
  const { text, head } = packText(data, judgeTools);
  return laterPack(row, head, () => (start, end) => text.slice(start, end));
});
const makers = { tools: judgeTools, packs, today: "2026-11-15" };
const families: readonly Family[] = [...mustStop, ...mustPass, ...knownGaps];
const cases = families.flatMap((family) => family.commands.map((action) => ({ family, action })));
const models = cases.map(({ family, action }) => {
  const facts = factsOf(family);
  return { action, facts, model: makeModel(eventOf(action), facts) };
});

describe("a policy with the rules alone that may say something", () => {
  it("says what all of them say, of every action of the evasion suite", () => {
    const count = { all: 0, few: 0 };
    for (const written of [...packs.map(({ name }) => [name]), packs.map(({ name }) => name)]) {
      const all = compilePolicy({ packs: written }, makers).policy;
      // All actions for the pack with the most rules, some of them for the others.
      const step = written.length === 1 && written[0] === "commands" ? 1 : 4;
      for (const { action, facts, model } of models.filter((_, at) => at % step === 0)) {
        const few = policyFor({ packs: written }, makers, model);
        const said = [all, few ?? all].map((policy) => {
          const judged = judgePolicy(policy, model, facts);
          const { verdict, reason, faults, notes, redaction } = judged;
          return { verdict, reason, faults, notes, redaction, fitting: fittingRules(judged) };
        });
        expect(said[1], `${written} ${JSON.stringify(action)}`).toEqual(said[0]);
        count.all += all.rules.length;
        count.few += few?.rules.length ?? all.rules.length;
      }
    }
    expect(count.few).toBeLessThan(count.all / 2);
  });

  it("is a handful for a command in which nothing is special", () => {
    const facts = exampleFacts;
    const model = makeModel(bash("ls -la src"), facts);
    const ids = policyFor({ packs: ["commands"] }, makers, model)?.rules.map(({ rule }) => rule.id);
    expect(ids).toEqual(["commands/format-disk", "commands/history"]);
  });

  it.each([
    [{ packs: ["commands"], rules: [] }],
    [{ packs: ["commands"], except: {} }],
    [{ packs: ["comands"] }],
    [{ packs: "commands" }],
    [{ packs: ["commands"], more: 1 }],
    [{ packs: ["network"], settings: { allowedHosts: 1 } }],
  ])("is not made where people wrote more than names of packs, or something wrong: %j", (written) => {
    expect(policyFor(written, makers, makeModel(bash("ls"), exampleFacts))).toBeNull();
  });
});

describe("a plain command", () => {
  it("is for rules what the variables of all plain commands say", () => {
    const { command: stub } = plainVariables();
    const seen = { plain: 0, special: 0 };
    for (const { action, facts, model } of models) {
      if (!model.command || !isPlain(model.command)) {
        seen.special += 1;
        continue;
      }
      for (const command of ruleContext(model, facts).commands) {
        seen.plain += 1;
        for (const field of Object.getOwnPropertyNames(stub)) {
          const known = Reflect.get(Object(stub), field);
          if (known === undefined || typeof known === "function") continue;
          const own: unknown = Reflect.get(command, field);
          expect(own, `${field} of ${JSON.stringify(action)}`).toEqual(
            field === "env" ? Object.create(null) : known,
          );
        }
      }
    }
    expect(Math.min(seen.plain, seen.special)).toBeGreaterThan(300);
  });

  it("leaves everything else open", () => {
    const ask: (plan: Parameters<typeof filterBy>[0]) => ReturnType<Filter> = (plan) =>
      filterBy(plan, judgeTools)(plainVariables());
    expect(plainVariables().command).toBeInstanceOf(CommandValue);
    expect(ask(["is", "Command command dynamic", true, true])).toBe(false);
    expect(ask(["some", "Command command via", "name", null])).toBe(false);
    expect(ask(["is", "Shell shell forkBomb", true, true])).toBe(false);
    expect(ask(["is", "Command command program", "rm", true])).toBe(true);
    expect(ask(["is", "Command command program", "rm", false])).toBe(true);
    expect(ask(["has", "Command command", ["-r"], true])).toBe(true);
    expect(ask(["has", "Command command", ["-r"], false])).toBe(true);
    expect(ask(["some", "Command command args", "word", ["is", "string word", "x", true]])).toBe(true);
    expect(ask(["is", "Facts facts project", "/", true])).toBe(true);
  });
});
