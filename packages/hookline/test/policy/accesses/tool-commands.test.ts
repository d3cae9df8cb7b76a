import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import { allPacks, compilePolicy, judgePolicy, makeModel } from "../../../src/policy/index.ts";
import { judgeTools } from "../../../src/runners/judge-tools.ts";
import { eventOf, factsOf, judged } from "../judged.ts";

const called = (tool: string, input: Json) => eventOf("PreToolUse", { tool_name: tool, tool_input: input });
const facts = factsOf();
const makers = { tools: judgeTools, packs: allPacks, today: facts.today };
const { policy } = compilePolicy({ packs: ["commands"] }, makers);
const verdictOf = (tool: string, input: Json) =>
  judgePolicy(policy, makeModel(called(tool, input), facts), facts).verdict;
const root = { command: "rm -rf /" };

describe("a shell under whatever name", () => {
  it.each(
    (
      "run_terminal_cmd run_terminal_command shell_exec exec bash_tool executeBash container.exec functions.shell " +
      "functions.exec_command unified_exec write_stdin BashTool Terminal shell_tool run execute_shell_command ShellTool " +
      "run_shell cmd RunCommand Run BASH SHELL Bash2 command run_bash_command shell.exec bash20241022 " +
      "bash_code_execution process mcp__shell__exec mcp__anything__at_all never_heard_of"
    ).split(" "),
  )("%s is one", (tool) => {
    expect(verdictOf(tool, root)).toBe("deny");
    expect(verdictOf(tool, { command: "npm test" })).toBe("pass");
  });

  it.each<[string, Json]>([
    ["mcp__x__y", { cmd: "rm -rf /" }],
    ["mcp__x__y", { script: "rm -rf /" }],
    ["mcp__x__y", { commands: ["ls", "rm -rf /"] }],
    ["mcp__x__y", { commands: [{ command: "rm -rf /" }] }],
    ["mcp__x__y", { command: ["rm", "-rf", "/"] }],
    ["mcp__x__y", { command: ["ls -l", "rm -rf /"] }],
    ["mcp__x__y", { request: { command: "rm -rf /" } }],
    ["mcp__bash__run", { code: "rm -rf /" }],
    ["write_stdin", { session_id: 1, chars: "rm -rf /\n" }],
  ])("%s %j is read", (tool, input) => {
    expect(verdictOf(tool, input)).toBe("deny");
  });

  it("asks for PowerShell under another name", () => {
    expect(verdictOf("executePwsh", root)).toBe("ask");
  });

  it.each<[string, Json]>([
    ["mcp__browser__evaluate", { script: "(() => { return document.title; })()" }],
    ["mcp__sql__run", { code: "rm -rf /" }],
    ["mcp__x__search", { query: "rm -rf /" }],
    ["Skill", { command: "it's odd" }],
    ["Agent", { command: "rm -rf /" }],
    ["mcp__x__y", { command: 5 }],
    ["mcp__x__y", "rm"],
  ])("%s %j is none", (tool, input) => {
    expect(verdictOf(tool, input)).toBe("pass");
  });

  it("holds for rules about shells and for those about its own kind", () => {
    const rule = (given: JsonObject) => ({
      rules: [{ id: "a", verdict: "deny", when: "true", reason: "no", ...given }],
    });
    const mcp = called("mcp__x__y", { command: "ls" });
    expect(judged(rule({ kinds: ["shell"] }), mcp).verdict).toBe("deny");
    expect(judged(rule({ kinds: ["mcp"] }), mcp).verdict).toBe("deny");
    expect(judged(rule({ kinds: ["read"] }), mcp).verdict).toBe("pass");
    expect(judged(rule({ kinds: ["shell"] }), called("mcp__x__y", { a: "ls" })).verdict).toBe("pass");
    // What is allowed to shells is not allowed to whatever takes a command.
    expect(judged(rule({ kinds: ["shell"], verdict: "allow" }), mcp).verdict).toBe("pass");
  });
});

describe("the fields of a shell tool", () => {
  it.each<[Json]>([
    [{ command: "ls", cmd: "rm -rf /" }],
    [{ command: "", cmd: "rm -rf /" }],
    [{ command: "ls <<'EOF'", cmd: "rm -rf /" }],
    [{ command: "rm", args: ["-rf", "/"] }],
    [{ command: "bash", args: ["-c", "rm -rf /"] }],
    [{ command: "rm", arguments: "-rf /" }],
    [{ command: "rm -rf / ; echo", arguments: "'" }],
    [{ command: ["bash", "-lc"], args: ["rm -rf /"] }],
    [{ script: "rm -rf /" }],
    [{ input: "rm -rf /" }],
    [{ command: { cmd: "rm -rf /" } }],
    [{ commands: ["rm -rf /"] }],
    ["rm -rf /"],
    [["rm", "-rf", "/"]],
  ])("%j is read", (input) => {
    expect(verdictOf("Bash", input)).toBe("deny");
  });

  it("ask if there is no text in them", () => {
    for (const input of [{ command: 5 }, { command: ["a", 5] }, { odd: "x" }, { command: "ls", cmd: 5 }])
      expect(verdictOf("Bash", input), JSON.stringify(input)).toBe("ask");
    expect(verdictOf("Bash", {})).toBe("pass");
  });

  it("keep what feeds what apart", () => {
    const model = makeModel(called("Bash", { command: "a | b", cmd: "c | d" }), factsOf());
    const commands = model.command?.commands ?? [];
    expect(commands.map(({ program }) => program)).toEqual(["a", "b", "c", "d"]);
    expect(commands.map(({ input }) => input)).toEqual([[], [0], [], [2]]);
    expect(model.command?.source).toBe("a | b\nc | d");
  });
});
