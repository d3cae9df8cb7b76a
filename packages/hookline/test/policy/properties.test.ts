import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { builtInEvents } from "../../src/events/catalog.ts";
import { tools } from "../../src/events/tools.ts";
import { allPacks, compilePolicy, judgePolicy, makeModel } from "../../src/policy/index.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import { bash, eventOf, factsOf, judged } from "./judged.ts";

const facts = factsOf();
const all = compilePolicy(
  { packs: allPacks.map(({ name }) => name) },
  { tools: judgeTools, packs: allPacks, today: facts.today },
).policy;

const strength = ["pass", "allow", "ask", "deny"];
const words = [
  "rm",
  "git",
  "-rf",
  "/",
  "$X",
  "x",
  "&&",
  "|",
  ";",
  "sudo",
  "'a b'",
  "$(rm x)",
  "~",
  ">",
  "out",
  "(",
  ")",
];
const command = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((parts) => parts.join(" "));
const conditions = [
  'command.program == "rm"',
  'command.has("-r")',
  "command.unknown",
  "command.dynamic",
  'command.program in ["git", "x"]',
  'command.via == ["sudo"]',
  "command.paths.exists(p, p.isRoot)",
];
const rule = fc.record({
  verdict: fc.constantFrom("deny", "ask", "allow"),
  each: fc.constant("command"),
  when: fc.constantFrom(...conditions),
  reason: fc.constant("x"),
});
const named = (rules: readonly JsonObject[]) => rules.map((one, index) => ({ id: `r${index}`, ...one }));

it("more rules never make the answer weaker, and their order does not matter", () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), rule, command, (rules, more, text) => {
      const verdict = (given: readonly JsonObject[]) => judged({ rules: named(given) }, bash(text)).verdict;
      const before = verdict(rules);
      const after = verdict([...rules, more]);
      expect(strength.indexOf(after)).toBeGreaterThanOrEqual(strength.indexOf(before));
      expect(verdict([...rules, more].reverse())).toBe(after);
    }),
    { numRuns: 150 },
  );
});

it("an allow for each command holds only where each command fits", () => {
  fc.assert(
    fc.property(fc.constantFrom(...conditions), command, (when, text) => {
      const allowed = judged(
        { rules: named([{ verdict: "allow", each: "command", when, reason: "x" }]) },
        bash(text),
      );
      const others = judged(
        { rules: named([{ verdict: "deny", each: "command", when: `!(${when})`, reason: "x" }]) },
        bash(text),
      );
      if (allowed.verdict === "allow") expect(others.verdict).toBe("pass");
    }),
    { numRuns: 150 },
  );
});

it("whatever an event holds, all packs judge it without a throw and without a fault", () => {
  const names = tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const value: fc.Arbitrary<Json> = fc
    .jsonValue({ maxDepth: 3 })
    .map((one) => JSON.parse(JSON.stringify(one)));
  const fields = fc.constantFrom(
    "command",
    "file_path",
    "path",
    "content",
    "url",
    "edits",
    "x",
    "__proto__",
    "cwd",
  );
  const input = fc.dictionary(fields, fc.oneof(value, command, fc.string({ unit: "binary" })), {
    maxKeys: 4,
  });
  const given = fc.record({
    tool_name: fc.constantFrom(...names, "mcp__a__b", "odd"),
    tool_input: input,
    tool_response: value,
    prompt: fc.string(),
  });
  fc.assert(
    fc.property(fc.constantFrom(...builtInEvents.map(({ name }) => name)), given, (name, payload) => {
      const { faults, verdict } = judgePolicy(all, makeModel(eventOf(name, payload), facts), facts);
      expect(faults).toEqual([]);
      expect(strength).toContain(verdict);
    }),
    { numRuns: 300 },
  );
});
