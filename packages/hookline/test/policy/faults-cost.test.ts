import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { allPacks, compilePolicy, judgePolicy, makeModel } from "../../src/policy/index.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import { bash, eventOf, factsOf, judged } from "./judged.ts";

const rule = (given: JsonObject) => ({ id: "a", verdict: "deny", when: "true", reason: "no", ...given });
const numbers = (count: number) => `[${Array.from({ length: count }, (_, at) => at).join(",")}]`;
const facts = factsOf();

/** How often the judging of a policy is watched. */
function watched(written: JsonObject, event = bash("git push origin main | tee out")): number {
  let calls = 0;
  const tools: typeof judgeTools = {
    ...judgeTools,
    callWithin(milliseconds, work) {
      calls++;
      return judgeTools.callWithin(milliseconds, work);
    },
  };
  const { policy } = compilePolicy(written, { tools, packs: allPacks, today: facts.today });
  judgePolicy(policy, makeModel(event, facts), facts);
  return calls;
}

describe("what is written into a rule cannot hang whoever judges it", () => {
  const [list, small] = [numbers(1000), numbers(10)];
  const deep = (depth: number): string =>
    depth === 0 ? "1 == 1" : `${small}.all(x${depth}, ${deep(depth - 1)})`;
  const many = { tool_name: "Write", tool_input: { list: Array.from({ length: 40_000 }, (_, at) => at) } };
  const long = { tool_name: "Write", tool_input: { list: many.tool_input.list, text: "x".repeat(200_000) } };

  it.each<[string, string, JsonObject]>([
    ["long lists", `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`, {}],
    ["many short lists", deep(9), {}],
    [
      "lists that are put together",
      `${`(${list} + ${list})`}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`,
      {},
    ],
    [
      "lists that are made",
      `${list}.map(a, ${list}.map(b, a + b)).all(c, c.all(d, ${list}.all(e, d + e >= 0)))`,
      {},
    ],
    ["what is in a long list", "tool_input.list.all(a, !(a + 0.5 in tool_input.list))", many],
    ["a long text", `tool_input.list.all(a, !tool_input.text.matches("(x+x+)+y"))`, long],
    [
      "texts that are put together",
      `${small}.all(a, ${small}.all(b, ${list}.all(c, !(${Array(40).fill("tool_input.text").join(" + ")}).contains("y"))))`,
      long,
    ],
  ])("%s", (_name, when, payload) => {
    const event = eventOf("PreToolUse", { tool_name: "Write", tool_input: {}, ...payload });
    const began = performance.now();
    const { faults } = judged({ rules: [rule({ when })] }, event);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(faults).toMatchObject([{ kind: "timeout", detail: expect.stringContaining("rule a") }]);
  });

  it("nor do many policies together", () => {
    const when = `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`;
    const event = bash("ls");
    const began = performance.now();
    for (let at = 0; at < 30; at++)
      expect(judged({ rules: [rule({ when })] }, event).faults).toMatchObject([{ kind: "timeout" }]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("judging is watched", () => {
  it.each([
    ["tool_input.command.split('').size() > 1"],
    ["[tool.name, 'b'].join().size() > 1000000"],
    ["cel.bind(a, tool.name, a + a == 'x')"],
    ["commands.all(a, commands.all(b, commands.all(c, commands.all(d, commands.all(e, true)))))"],
  ])("for %s", (when) => {
    expect(watched({ rules: [rule({ when })] })).toBe(1);
    expect(
      watched(
        { packs: ["git"], except: { "git/skip-checks": [{ when, reason: "x" }] } },
        bash("git commit -n"),
      ),
    ).toBe(1);
  });

  it("not for what is small", () => {
    const rules = [
      rule({
        each: "command",
        programs: ["kubectl"],
        when: "command.begins.exists(word, word.matches('(^|=)prod'))",
      }),
      rule({
        id: "b",
        each: "path",
        when: "path.access in ['write', 'delete'] && path.glob('src/generated/**')",
      }),
      rule({ id: "c", when: 'commands.exists(c, c.program == "rm" && c.args.exists(a, a == "-r"))' }),
    ];
    expect(watched({ packs: allPacks.map(({ name }) => name), rules })).toBe(0);
  });
});

it("a rule that has expired holds up nobody, however broken it is", () => {
  const over = { expires: "2026-11-14" };
  for (const when of [
    "settings.missing",
    `${numbers(900)}.all(a, ${numbers(900)}.all(b, ${numbers(900)}.all(c, true)))`,
  ])
    expect(judged({ rules: [rule({ ...over, when })] }, bash("ls"))).toMatchObject({
      verdict: "pass",
      faults: [],
    });
  const { policy, problems } = compilePolicy(
    { rules: [rule({ ...over, when: "(" })] },
    { tools: judgeTools, packs: allPacks, today: facts.today },
  );
  expect(problems.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  expect(judgePolicy(policy, makeModel(bash("ls"), facts), facts).faults).toEqual([]);
});
