import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { fittingRules } from "../../src/policy/index.ts";
import { bash, eventOf, judged } from "./judged.ts";

const rule = (given: JsonObject) => ({ id: "a", verdict: "deny", when: "true", reason: "no", ...given });
const ofPrograms: JsonObject[] = [
  { each: "command", programs: ["kubectl"] },
  { programs: ["kubectl"] },
  { each: "command", when: 'command.program == "kubectl"' },
  { each: "command", when: 'command.program.startsWith("kube")' },
  { when: 'commands.exists(c, c.program == "kubectl")' },
];
const verdictOf = (given: JsonObject, command: string) =>
  judged({ rules: [rule(given)] }, bash(command)).verdict;

describe("a rule that stops a program", () => {
  it.each([
    ["too long", `kubectl apply #${"x".repeat(2_000_000)}`],
    ["no shell", "if then"],
    ["$K", "$K apply"],
    ["eval", 'eval "$X"'],
    ["$(…)", 'ls; "$(pick)" x'],
  ])("asks where nobody can see which program it is: %s", (_name, command) => {
    for (const given of ofPrograms) {
      expect(verdictOf(given, command), JSON.stringify(given)).toBe("ask");
      expect(verdictOf({ ...given, verdict: "ask" }, command)).toBe("ask");
      expect(verdictOf({ ...given, verdict: "allow" }, command)).toBe("pass");
    }
  });

  it("says why it asks, and so does the list of rules", () => {
    const said = judged({ rules: [rule({ programs: ["kubectl"] })] }, bash("$K apply"));
    const reason = "Only running the command tells which program it starts, and a rule is about kubectl";
    expect(said.reason).toBe(`${reason} (rule a)`);
    expect(fittingRules(said)).toEqual({ rules: [{ id: "a", verdict: "ask", severity: "medium", reason }] });
    expect(judged({ rules: [rule({ programs: ["kubectl"] })] }, bash("if then")).reason).toMatch(
      /^The command could not be read \(.+\), and a rule is about kubectl \(rule a\)$/,
    );
  });

  it.each([
    "ls $X",
    'rm -rf "$DIR"',
    "echo $(date)",
    'eval "$(ssh-agent -s)"',
    "for f in *; do cat $f; done",
  ])("is quiet where only arguments are unknown: %s", (command) => {
    for (const given of ofPrograms) expect(verdictOf(given, command), JSON.stringify(given)).toBe("pass");
  });

  it("leaves it to a rule that fits, and to its own kinds, events and last day", () => {
    const both = [
      rule({ programs: ["kubectl"] }),
      rule({ id: "b", each: "command", when: "command.dynamic", verdict: "ask" }),
    ];
    expect(judged({ rules: both }, bash("$K apply"))).toMatchObject({
      verdict: "ask",
      reason: "no (rule b)",
    });
    for (const given of [{ kinds: ["read"] }, { events: ["Stop"] }, { expires: "2026-11-14" }])
      expect(verdictOf({ programs: ["kubectl"], ...given }, "$K apply"), JSON.stringify(given)).toBe("pass");
    const past = eventOf("PostToolUse", {
      tool_name: "Bash",
      tool_input: { command: "$K" },
      tool_response: "",
    });
    expect(judged({ rules: [rule({ programs: ["kubectl"] })] }, past).verdict).toBe("pass");
  });
});

it("a rule about paths or hosts asks where the command could not be read, and knows what an unknown program touches", () => {
  for (const given of [
    { each: "path", when: "path.isRoot" },
    { when: "paths.exists(p, p.isRoot)" },
    { each: "host", when: "host.upload" },
  ]) {
    expect(verdictOf(given, "if then"), JSON.stringify(given)).toBe("ask");
    expect(verdictOf(given, "$X"), JSON.stringify(given)).toBe("pass");
  }
  expect(verdictOf({ when: 'tool.command == "x"' }, "if then")).toBe("pass");
});
