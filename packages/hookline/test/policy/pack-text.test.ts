import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile-policy.ts";
import { compileRule } from "../../src/policy/compile-rule.ts";
import { knownOf } from "../../src/policy/expression/known-expression.ts";
import { createRuleEnvironments } from "../../src/policy/expression/rule-environment.ts";
import { judgePolicy } from "../../src/policy/judge-policy.ts";
import { makeModel } from "../../src/policy/make-model.ts";
import type { Pack } from "../../src/policy/pack.ts";
import { laterPack, packText } from "../../src/policy/pack-text.ts";
import { packsKnown } from "../../src/policy/packs-known.ts";
import type { Rule } from "../../src/policy/rule.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import { bash, factsOf } from "./judged.ts";

const compiler = { environments: createRuleEnvironments(judgeTools), tools: judgeTools };

/** A pack of these rules as it is read again, and the parts of its text that were asked for. */
function readAgain(rules: readonly Rule[]) {
  const known = Object.fromEntries(
    rules.flatMap((rule) => {
      const { when } = compileRule(rule, "one", compiler).compiled;
      return when ? [[rule.id, knownOf(when)]] : [];
    }),
  );
  const { text, head } = packText({ pack: { name: "one", summary: "", rules }, known }, judgeTools);
  const parts: string[] = [];
  let opened = 0;
  const pack = laterPack({ name: "one", summary: "" }, head, () => {
    opened += 1;
    return (start, end) => {
      parts.push(text.slice(start, end));
      return text.slice(start, end);
    };
  });
  return { pack, text, parts, opened: () => opened };
}

const plain: Rule = { id: "one/plain", verdict: "deny", when: "shell.forkBomb", reason: "x" };
const about = (when: string, each: "path" | "command" = "path"): Rule => ({ ...plain, when, each });

describe("a pack as a text", () => {
  it("gives back every rule of every pack, and each field that a rule may have", () => {
    for (const { pack } of packsKnown(judgeTools)) {
      const again = readAgain(pack.rules);
      expect(JSON.parse(JSON.stringify(again.pack.rules))).toEqual(JSON.parse(JSON.stringify(pack.rules)));
    }
    const full: Rule = {
      ...plain,
      id: "one/full",
      each: "command",
      kinds: ["shell"],
      programs: ["rm"],
      events: ["PreToolUse"],
      severity: "low",
      when: 'command.text == "é\\u2028😀"',
      reason: "naïve “words”\n\u007f\u2028 \ud83d\ude00",
      owner: "us",
      expires: "2030-01-01",
      except: [{ when: "true", reason: "ü" }],
    };
    for (const rules of [[full], [plain, full, { ...plain, id: "one/owned", owner: "you" }]]) {
      const { pack, text } = readAgain(rules);
      expect(JSON.parse(JSON.stringify(pack.rules))).toEqual(JSON.parse(JSON.stringify(rules)));
      expect(text).toMatch(/^[\x20-\x7e]*$/);
    }
  });

  it("is opened when its rules are asked for, and of a rule no more is read than what is asked for", () => {
    const { pack, parts, opened } = readAgain([about('path.access == "delete" && path.isRoot')]);
    expect([opened(), parts.length]).toEqual([0, 0]);
    const [rule] = pack.rules;
    if (!rule) throw new Error("there is no rule");
    expect([rule.id, pack.accesses?.(rule), parts.length]).toEqual([plain.id, ["delete"], 1]);
    expect(pack.known?.(rule)?.plan).toEqual(knownPlan('path.access == "delete" && path.isRoot'));
    expect(parts).toHaveLength(2);
    expect([rule.when, rule.reason, rule.when, opened(), parts.length]).toEqual([
      'path.access == "delete" && path.isRoot',
      "x",
      'path.access == "delete" && path.isRoot',
      1,
      3,
    ]);
  });

  it.each([
    ['path.access == "delete"', ["delete"]],
    ['path.isRoot && path.access in ["read", "other"]', ["read", "other"]],
    ['path.access == "delete" || path.isRoot', null],
    ['path.access != "delete"', null],
    ['!(path.access == "delete")', null],
    ['!(path.access != "delete")', ["delete"]],
    ['paths.exists(path, path.access == "delete")', null],
    ['path.path == "delete"', null],
    ['path.access.lowerAscii() == "delete"', null],
    ["path.access == path.name", null],
  ] as const)("knows of %s which accesses it is about: %j", (when, accesses) => {
    const { pack } = readAgain([about(when)]);
    expect(pack.rules.map((rule) => pack.accesses?.(rule))).toEqual([accesses]);
  });

  it("knows that of rules about paths alone", () => {
    const { pack } = readAgain([about('command.paths.exists(path, path.access == "delete")', "command")]);
    expect(pack.rules.map((rule) => pack.accesses?.(rule))).toEqual([null]);
    expect(pack.accesses?.(plain)).toBeNull();
    expect(pack.known?.(plain)).toBeUndefined();
  });

  it("says the same of an event whether or not it tells the accesses", () => {
    const rules: Rule[] = (["deny", "ask", "allow", "redact"] as const).map((verdict) => ({
      ...about('path.access == "delete" && path.path.startsWith("/work")'),
      id: `one/${verdict}`,
      verdict,
    }));
    const makers = { tools: judgeTools, today: "2026-11-15" };
    const facts = factsOf();
    for (const except of [{}, { "one/deny": [{ when: 'path.name == "a"', reason: "x" }] }])
      for (const command of ["rm a", "rm b", "cat a", "ls | cat > a", "rm $X", "true"]) {
        const model = makeModel(bash(command), facts);
        const said = [{ name: "one", summary: "", rules }, readAgain(rules).pack].map((pack: Pack) => {
          const { policy, problems } = compilePolicy(
            { packs: ["one"], except },
            { ...makers, packs: [pack] },
          );
          const { verdict, reason, faults, sayings } = judgePolicy(policy, model, facts);
          return { problems, verdict, reason, faults, says: sayings.map(({ says }) => says) };
        });
        expect(said[1], command).toEqual(said[0]);
      }
  });

  it("blocks where it cannot be read, and says so", () => {
    const broken = laterPack({ name: "one", summary: "" }, 10, () => {
      throw new Error("no such file");
    });
    const { policy, problems } = compilePolicy(
      { packs: ["one"], rules: [{ id: "mine", verdict: "deny", when: "shell.forkBomb", reason: "x" }] },
      { tools: judgeTools, today: "2026-11-15", packs: [broken] },
    );
    expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
      ["error", 'the pack "one" cannot be read (no such file)'],
    ]);
    const facts = factsOf();
    const { faults, sayings } = judgePolicy(policy, makeModel(bash("ls"), facts), facts);
    expect(faults.map(({ detail }) => detail)).toEqual([
      'rule pack one: the pack "one" cannot be read (no such file)',
    ]);
    expect(sayings.map(({ compiled, says }) => [compiled.rule.id, says])).toContainEqual(["mine", "no"]);
  });
});

function knownPlan(when: string) {
  const { compiled } = compileRule(about(when), "one", compiler);
  return compiled.when?.plan;
}
