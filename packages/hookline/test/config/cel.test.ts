import { describe, expect, it } from "vitest";
import { compileWhen } from "../../src/config/matching/cel.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { exampleEvent, toolEvent } from "./tool-event.ts";

const bash = toolEvent("run_shell_command", {
  command: "rm -rf /",
  timeout: 5,
  nested: { list: [1, "a", { b: null }] },
});
const judge = (expression: string, event = bash) => {
  const { condition, problem } = compileWhen(expression);
  expect(problem).toBeNull();
  return condition.test(event);
};
const stop = (payload: JsonObject) => exampleEvent("Stop", payload);

describe("a when", () => {
  it.each([
    ['tool_name == "run_shell_command"', true],
    ['tool.name == "Bash" && tool.kind == "shell"', true],
    ['tool.command.startsWith("rm ")', true],
    ['tool.path == "" && tool.url == "" && tool.content == ""', true],
    ['payload.tool_name == tool_name && payload["tool_name"] == tool_name', true],
    ['event == "PreToolUse"', true],
    ["has(tool_input.command) && !has(tool_input.description)", true],
    ['tool_input.nested.list[1] == "a"', true],
    ["tool_input.nested.list[2].b == null", true],
    ["size(tool_input) == 3", true],
    ['tool_input.?description.orValue("none") == "none"', true],
    ['tool_input.nested.list.exists(x, x == "a")', true],
    ['"command" in tool_input', true],
    ["tool_input.timeout in [5, 6]", true],
    ['tool_name in ["Write", "Edit"]', false],
    ["false", false],
  ])("%s is %j", (expression, expected) => {
    expect(judge(expression)).toEqual({ holds: expected });
  });

  it.each([
    ["duration_ms > 100", { duration_ms: 101 }, true],
    ["duration_ms > 100", { duration_ms: 100 }, false],
    ["duration_ms > 100", { duration_ms: 100.5 }, true],
    ["duration_ms == 100", { duration_ms: 100 }, true],
    ["duration_ms / 1000 >= 2", { duration_ms: 2500 }, true],
    ["duration_ms + 1 == 1", { duration_ms: 0 }, true],
    ["duration_ms > 1.5", { duration_ms: 2 }, true],
    ["duration_ms == -1", { duration_ms: -1 }, true],
    ["duration_ms > 9007199254740993", { duration_ms: 1e300 }, true],
  ])("%s with %j is %j", (expression, payload, expected) => {
    expect(judge(expression, stop(payload))).toEqual({ holds: expected });
  });

  it("has no tool where there is none, and still knows the name of the event", () => {
    expect(judge('tool.name == "" && tool.kind == "" && event == "Stop"', stop({}))).toEqual({ holds: true });
    expect(
      judge(
        'event == "FileChanged" && payload.event == "add"',
        exampleEvent("FileChanged", { event: "add" }),
      ),
    ).toEqual({
      holds: true,
    });
  });

  it.each([
    ["missing == 1", "Unknown variable: missing"],
    ["has(missing.field)", "Unknown variable: missing"],
    ["tool_input.missing == 1", "No such key: missing"],
    ["constructor == 1", "Unknown variable: constructor"],
    ["tool_input.constructor == 1", "No such key: constructor"],
    ["tool_input.timeout", "neither true nor false"],
    ["tool_input.timeout.matches('a')", "int.matches"],
    ["tool_input.nested.list[9] == 1", "index"],
    ["1 / (tool_input.timeout - 5) == 1", "zero"],
  ])("%s cannot be judged, so the hook runs", (expression, text) => {
    const answer = judge(expression);
    expect(answer.holds).toBe(true);
    expect(answer.problem).toContain(text);
    expect(answer.problem).toMatch(/^when: .*; the hook runs$/s);
  });

  it.each([
    ["", "EOF"],
    ["a ==", "EOF"],
    ["a.b.c(", "EOF"],
    ["unknown_function(1) == 2", "unknown_function"],
    ["'a' + 1 == 'a1'", "string + int"],
    ["'text'", "type string"],
    ["1 + 1", "type int"],
    ["a && ".repeat(500), "EOF"],
    ["(".repeat(10_000), "maxDepth"],
  ])("%s is wrong from the start, so the hook always runs", (expression, text) => {
    const { condition, problem } = compileWhen(expression);
    expect(problem).toContain(text);
    expect(problem).toContain("; correct the expression");
    expect(condition.test(bash)).toEqual({ holds: true, problem });
  });
});

describe("matches", () => {
  it.each([
    ['tool.command.matches("^rm\\\\s")', true],
    ["tool.command.matches(r'^rm\\s')", true],
    ["tool.command.matches('^ls')", false],
    ["!tool.command.matches('(?!rm)^ls')", true],
    ["tool.command.matches('(?i)^RM')", true],
    ["['rm', 'ls'].exists(x, tool.command.matches('^' + x))", true],
    ["['ls'].map(x, tool.command.matches(x)) == [false]", true],
    ["tool.command.matches('rm') ? tool_name.matches('shell') : false", true],
    ["{'a': tool.command.matches('rm')}.a", true],
    ["dyn([tool.command.matches('rm')])[0]", true],
  ])("in %s gives %j", (expression, expected) => {
    expect(judge(expression)).toEqual({ holds: expected });
  });

  it("says what is wrong with a pattern", () => {
    expect(judge("tool.command.matches('[')").problem).toContain('"[" is no valid regular expression');
  });

  it.each(["^(\\w+\\s?)*$", "^(?=(\\w+\\s?)*$)x", "(a+)+$"])("is bounded for /%s/", (source) => {
    const event = toolEvent("Bash", { command: `${"a".repeat(50_000)}!` });
    const start = performance.now();
    const answer = judge(`tool.command.matches(r"${source}")`, event);
    expect(performance.now() - start).toBeLessThan(5_000);
    if (answer.holds) expect(answer.problem).toContain("counts as matched");
  });

  it("that took too long makes the hook run, also behind a negation", () => {
    const event = toolEvent("Bash", { command: `${"a".repeat(40)}!` });
    const answer = judge("!tool.command.matches('^(?=(a+)+$)(a+)+$')", event);
    expect(answer).toEqual({ holds: true, problem: expect.stringContaining("counts as matched") });
  });
});

it("an expression that goes through lists in lists is stopped", () => {
  const list = `[${Array.from({ length: 900 }, (_, index) => index).join()}]`;
  const start = performance.now();
  const answer = judge(`${list}.all(x, ${list}.all(y, ${list}.all(z, x + y + z >= 0)))`);
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(answer).toEqual({ holds: true, problem: expect.stringContaining("100 ms") });
  expect(judge("[1, 2].all(x, x > 0)")).toEqual({ holds: true });
});

it("a payload as deep as can be is judged, or said to be too deep", () => {
  let deep: JsonObject = {};
  for (let level = 0; level < 20_000; level++) deep = { deep };
  const answer = judge("has(payload.deep)", stop(deep));
  expect(answer.holds).toBe(true);
});
