import { describe, expect, it } from "vitest";
import { recordSentence, subjectOf } from "../../../src/audit/export/sentence.ts";
import { aDecision, aDenial, aHook, aNote, anExecution, aRecord } from "./records.ts";

describe("a record in plain language", () => {
  it.each([
    ["a denial", aDenial(), "deny Bash `git push -f` by guard-push: no force pushes"],
    ["nothing to say", aDecision(), "pass Bash `git push -f`"],
    [
      "another event",
      aDecision({ event: "UserPromptSubmit", tool: null }),
      "pass UserPromptSubmit `git push -f`",
    ],
    [
      "a guard that broke",
      aDecision({ hooks: [aHook({ id: "lint", status: "fault", fault: "timeout", failedOpen: true })] }),
      "pass Bash `git push -f` (failed open: lint, timeout)",
    ],
    ["a tool that ran", anExecution(), "ran Bash `git push -f` in 20 ms"],
    [
      "a tool that failed",
      anExecution({ result: "error", error: "exit 1" }),
      "ran Bash `git push -f` in 20 ms, error: exit 1",
    ],
    [
      "a tool that was refused",
      anExecution({ ran: false, result: "refused", error: "denied" }),
      "refused Bash `git push -f`: denied (it did not run)",
    ],
    [
      "a turn that ends with another input",
      aDecision({ halt: true, rewritten: true }),
      "pass Bash `git push -f` (the turn ends) (input changed)",
    ],
  ])("tells of %s", (_, entry, said) => {
    expect(recordSentence(aRecord(entry), { tool_input: { command: "git push -f" } })).toBe(said);
  });

  it("names the hooks whose word it was, and no others", () => {
    const hooks = [
      aHook({ id: "one", verdict: "deny" }),
      aHook({ id: "two", verdict: "ask" }),
      aHook({ id: "quiet", verdict: "deny", mode: "shadow" }),
      aHook({ id: "late", verdict: "deny", status: "background" }),
    ];
    expect(recordSentence(aRecord(aDecision({ verdict: "deny", hooks })))).toBe("deny Bash by one");
  });

  it("tells of a note", () => {
    expect(recordSentence(aRecord(aNote("key-rotated", { from: "k1" })))).toBe(
      'note key-rotated {"from":"k1"}',
    );
  });

  it("stays one line and short, whatever a text holds", () => {
    const reason = `first\nsecond${"x".repeat(100_000)}`;
    const said = recordSentence(aRecord(aDenial(reason, "h".repeat(9_000))), {
      prompt: "p\r\n".repeat(9_000),
    });
    expect(said).not.toMatch(/[\r\n]/);
    expect(said).toContain("first second");
    expect(said.length).toBeLessThan(800);
  });
});

describe("what people know a call by", () => {
  it.each([
    [{ tool_input: { description: "x", command: "ls" } }, "ls"],
    [{ tool_input: { content: "text", file_path: "a.txt" } }, "a.txt"],
    [{ tool_input: { odd: 1, other: "text" } }, "text"],
    [{ prompt: "hello" }, "hello"],
    [{ tool_input: {} }, ""],
    [undefined, ""],
    [["a"], ""],
  ])("of %j is %j", (payload, subject) => {
    expect(subjectOf(payload)).toBe(subject);
  });
});
