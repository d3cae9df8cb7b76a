import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { compilePolicy } from "../../src/policy/compile-policy.ts";
import { allPacks } from "../../src/policy/packs/all.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";

const makers = { tools: judgeTools, packs: allPacks, today: "2026-11-15" };
const compile = (written: JsonObject) => compilePolicy(written, makers);
const good = { id: "a", verdict: "deny", when: "true", reason: "no" };
const problemOf = (written: JsonObject) => {
  const [problem, ...others] = compile(written).problems;
  expect(others).toEqual([]);
  return problem;
};

describe("every pack", () => {
  it.each(allPacks.map((pack) => [pack.name, pack] as const))("%s compiles without a word", (name, pack) => {
    const { policy, problems } = compile({ packs: [name] });
    expect(problems).toEqual([]);
    expect(policy.rules.map(({ rule }) => rule.id)).toEqual(pack.rules.map(({ id }) => id));
    expect(policy.rules.filter(({ fault }) => fault !== "")).toEqual([]);
  });

  it("goes together with all others", () => {
    expect(compile({ packs: allPacks.map(({ name }) => name) }).problems).toEqual([]);
  });
});

describe("a wrong part of a policy", () => {
  it.each<[string, JsonObject, (string | number)[], string, string]>([
    ["nothing", {}, [], 'needs "packs" or "rules"', "add"],
    ["no rules", { rules: [] }, [], 'needs "packs" or "rules"', "add"],
    ["no packs", { packs: [], rules: [] }, [], 'needs "packs" or "rules"', "add"],
    [
      "an unknown key of the policy",
      { packs: ["git"], rule: [good] },
      ["rule"],
      'the key "rule" means nothing',
      'did you mean "rules"?',
    ],
    [
      "a setting as a text",
      { packs: ["git"], settings: { protectedBranches: "main" } },
      ["settings", "protectedBranches"],
      "must be a list of texts",
      'write ["main"]',
    ],
    [
      "a setting that is null",
      { packs: ["network"], settings: { allowedHosts: null } },
      ["settings", "allowedHosts"],
      "must be a list of texts",
      "leave it out",
    ],
    [
      "a number in a setting",
      { packs: ["paths"], settings: { writable: ["src", 1] } },
      ["settings", "writable", 1],
      "must be a list of texts",
      "write a string",
    ],
    [
      "a wrong pattern in a setting",
      { packs: ["cloud"], settings: { production: ["live", "("] } },
      ["settings", "production", 1],
      'holds "(", which is no valid regular expression',
      "correct it",
    ],
    [
      "an unknown pack",
      { packs: ["comands"] },
      ["packs", 0],
      'there is no pack "comands"',
      'did you mean "commands"?',
    ],
    ["packs as a text", { packs: "commands" }, ["packs"], "must be a list", '"commands"'],
    ["rules as an object", { rules: good }, ["rules"], "must be a list", "write"],
    ["a rule as a text", { rules: ["deny"] }, ["rules", 0], "a rule is an object", "verdict"],
    [
      "an unknown key",
      { rules: [{ ...good, wen: "true" }] },
      ["rules", 0, "wen"],
      '"wen" means nothing',
      'did you mean "when"?',
    ],
    [
      "a missing reason",
      { rules: [{ id: "a", verdict: "deny", when: "true" }] },
      ["rules", 0],
      'needs "reason"',
      "add",
    ],
    [
      "an empty condition",
      { rules: [{ ...good, when: " " }] },
      ["rules", 0, "when"],
      "must be a text",
      "write",
    ],
    [
      "an unknown verdict",
      { rules: [{ ...good, verdict: "block" }] },
      ["rules", 0, "verdict"],
      '"block" means nothing',
      "deny, ask, allow, redact",
    ],
    [
      "an unknown kind",
      { rules: [{ ...good, kinds: ["shel"] }] },
      ["rules", 0, "kinds", 0],
      '"shel" means nothing',
      'did you mean "shell"?',
    ],
    [
      "an unknown event",
      { rules: [{ ...good, events: ["PreToolUsed"] }] },
      ["rules", 0, "events", 0],
      '"PreToolUsed" means nothing',
      "did you mean",
    ],
    [
      "an unknown severity",
      { rules: [{ ...good, severity: "huge" }] },
      ["rules", 0, "severity"],
      '"huge" means nothing',
      "critical",
    ],
    [
      "an unknown subject",
      { rules: [{ ...good, each: "file" }] },
      ["rules", 0, "each"],
      '"file" means nothing',
      "path",
    ],
    [
      "no day",
      { rules: [{ ...good, expires: "2026-02-30" }] },
      ["rules", 0, "expires"],
      "must be a day",
      "2027-01-31",
    ],
    [
      "a name with spaces",
      { rules: [{ ...good, id: "a b" }] },
      ["rules", 0, "id"],
      "must be a name",
      "no spaces",
    ],
    [
      "an empty list",
      { rules: [{ ...good, programs: [] }] },
      ["rules", 0, "programs"],
      "something in it",
      "write",
    ],
    [
      "two rules with one name",
      { rules: [good, good] },
      ["rules", 1, "id"],
      "another rule a",
      "name of its own",
    ],
    ["settings as a list", { rules: [good], settings: [] }, ["settings"], "must be an object", "write"],
    [
      "no expression",
      { rules: [{ ...good, when: "a ==" }] },
      ["rules", 0, "when"],
      "cannot be judged",
      "correct",
    ],
    [
      "an expression that is a text",
      { rules: [{ ...good, when: "'a'" }] },
      ["rules", 0, "when"],
      "type string",
      "correct",
    ],
    [
      "a misspelt variable",
      { rules: [{ ...good, when: "comand.program == 'rm'", each: "command" }] },
      ["rules", 0, "when"],
      'no variable "comand"',
      "correct",
    ],
    [
      "a misspelt field",
      { rules: [{ ...good, when: "command.progam == 'rm'", each: "command" }] },
      ["rules", 0, "when"],
      "No such key: progam",
      "correct",
    ],
    [
      "another subject's variable",
      { rules: [{ ...good, when: "command.program == 'rm'", each: "path" }] },
      ["rules", 0, "when"],
      'only in rules with "each": "command"',
      "correct",
    ],
    [
      "an unknown function",
      { rules: [{ ...good, when: "path.below('/')", each: "path" }] },
      ["rules", 0, "when"],
      "below",
      "correct",
    ],
    [
      "a wrong pattern",
      { rules: [{ ...good, when: "tool.command.matches('[')" }] },
      ["rules", 0, "when"],
      "no valid regular expression",
      "correct",
    ],
    [
      "an exception without a reason",
      { rules: [{ ...good, except: [{ when: "true" }] }] },
      ["rules", 0, "except", 0],
      'needs "reason"',
      "add",
    ],
    [
      "a wrong exception",
      { rules: [{ ...good, except: [{ when: "1", reason: "x" }] }] },
      ["rules", 0, "except", 0, "when"],
      "type int",
      "correct",
    ],
    [
      "an exception to nothing",
      { rules: [good], except: { b: [{ when: "true", reason: "x" }] } },
      ["except", "b"],
      "no rule b",
      "did you mean",
    ],
    [
      "a wrong exception outside",
      { rules: [good], except: { a: [{ when: "(", reason: "x" }] } },
      ["except", "a", 0, "when"],
      "cannot be judged",
      "correct",
    ],
  ])("%s is told at its place, and blocks", (_name, written, path, message, hint) => {
    const problem = problemOf(written);
    expect(problem).toMatchObject({ path, severity: "error" });
    expect(problem?.message).toContain(message);
    expect(problem?.hint).toContain(hint);
    expect(problem?.hint).toContain("until then it blocks");
    const { rules } = compile(written).policy;
    expect(rules.filter(({ fault }) => fault !== "")).toHaveLength(1);
  });

  it("leaves the good rules in force", () => {
    const { policy, problems } = compile({
      packs: ["commands", "nothing"],
      rules: [good, { ...good, id: "b", when: "(" }, 1],
    });
    expect(problems).toHaveLength(3);
    const faulty = policy.rules.filter(({ fault }) => fault !== "").map(({ rule }) => rule.id);
    expect(faulty.sort()).toEqual(["b", "number 3", "pack nothing"]);
    expect(policy.rules.find(({ rule }) => rule.id === "a")?.fault).toBe("");
    expect(policy.rules.length).toBeGreaterThan(10);
  });

  it("is only a warning if nothing is lost by it: an expired rule, a setting that nobody reads", () => {
    const rules = [
      { ...good, expires: "2026-11-14" },
      { ...good, id: "b", when: "settings.mine == 1" },
    ];
    const { problems, policy } = compile({
      rules,
      packs: ["git"],
      settings: { mine: 1, protectedBranchs: [] },
    });
    expect(problems).toMatchObject([
      {
        severity: "warning",
        path: ["rules", 0, "expires"],
        message: expect.stringContaining("expired on 2026-11-14"),
      },
      {
        severity: "warning",
        path: ["settings", "protectedBranchs"],
        hint: 'did you mean "protectedBranches"?',
      },
    ]);
    expect(policy.rules.every(({ fault }) => fault === "")).toBe(true);
  });
});

it("settings of packs are there where nobody set them, and those that are given hold", () => {
  const { settings } = compile({ packs: ["git"], settings: { more: [1, 1.5] } }).policy;
  expect(settings).toMatchObject({ more: [1n, 1.5], protectedBranches: expect.arrayContaining(["main"]) });
  expect(compile({ packs: ["git"], settings: { protectedBranches: ["x"] } }).policy.settings).toMatchObject({
    protectedBranches: ["x"],
  });
});

it("nothing that somebody writes makes it throw", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(400)}1${"}".repeat(400)}`);
  for (const odd of [null, 1, "x", [], [[]], {}, deep, [deep], { __proto__: null }, [null]]) {
    for (const field of ["packs", "rules", "settings", "except"]) {
      const { policy } = compile({ rules: [good], [field]: odd });
      expect(Array.isArray(policy.rules)).toBe(true);
    }
  }
});
