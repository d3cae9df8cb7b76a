import { describe, expect, it } from "vitest";
import type { Dialect } from "../../src/contract/dialect.ts";
import { native } from "../../src/dialects/native.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { exampleEvent, exampleHook, exited, printed } from "./examples.ts";

const hook = exampleHook({ id: "guard" });

function read(name: string, code: number, stdout = "", stderr = "", dialect: Dialect = native) {
  return interpret(exampleEvent(name), hook, dialect, exited(code, stdout, stderr));
}

function specific(fields: object, event = "PreToolUse"): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } });
}

// shows: W-132 C-084
describe("an exit code of a command on PreToolUse", () => {
  it.each([
    [0, "", "", { verdict: "pass", fault: null }],
    [0, "just text", "", { verdict: "pass", context: null, fault: null }],
    [2, "", "no writes here\n", { verdict: "deny", reason: "no writes here" }],
    [2, "", "", { verdict: "deny", reason: "blocked by guard" }],
    [2, "only stdout", "", { verdict: "deny", reason: "blocked by guard" }],
    [
      2,
      specific({ permissionDecision: "allow", permissionDecisionReason: "yes" }),
      "no",
      { verdict: "deny", reason: "no" },
    ],
    [
      2,
      specific({ permissionDecision: "deny", permissionDecisionReason: "json" }),
      "err",
      { verdict: "deny", reason: "json" },
    ],
    [2, "{broken", "stderr wins", { verdict: "deny", reason: "stderr wins", fault: null }],
    [1, "", "oops", { verdict: "pass", fault: { kind: "crash", detail: "exit code 1: oops" } }],
    [
      1,
      specific({ permissionDecision: "deny" }),
      "",
      { verdict: "deny", reason: "blocked by guard", fault: null },
    ],
    [1, "{broken", "", { fault: { kind: "crash", detail: "exit code 1" } }],
    [126, "", "", { fault: { kind: "spawn", detail: "exit code 126" } }],
    [127, "", "sh: x: not found", { fault: { kind: "spawn", detail: "exit code 127: sh: x: not found" } }],
    [127, specific({ permissionDecision: "deny" }), "", { verdict: "deny", fault: null }],
    [255, "", "", { fault: { kind: "crash", detail: "exit code 255" } }],
  ])("%i with stdout %j and stderr %j", (code, stdout, stderr, expected) => {
    expect(read("PreToolUse", code, stdout, stderr)).toMatchObject(expected);
  });
});

describe("an answer object", () => {
  it.each([
    ["a byte order mark before it", `\uFEFF${specific({ permissionDecision: "deny" })}`],
    ["blank lines before it", `\n\n ${specific({ permissionDecision: "deny" })}\n`],
    ["several lines", JSON.stringify(JSON.parse(specific({ permissionDecision: "deny" })), null, 2)],
    [
      "fields nobody knows",
      JSON.stringify({ foo: 1, ...JSON.parse(specific({ permissionDecision: "deny", bar: 2 })) }),
    ],
    ["the older words", JSON.stringify({ decision: "block", reason: "x" })],
    [
      "both, the stricter holds",
      JSON.stringify({ decision: "block", ...JSON.parse(specific({ permissionDecision: "allow" })) }),
    ],
    ["nulls for what is absent", specific({ permissionDecision: "deny", updatedInput: null })],
  ])("denies with %s", (_what, stdout) => {
    expect(read("PreToolUse", 0, stdout)).toMatchObject({ verdict: "deny", fault: null });
  });

  // shows: W-100 C-046 C-084
  it.each([
    ["text after it", `${specific({ permissionDecision: "deny" })}\nmore`],
    ["a second object", `{}\n{}`],
    ["half of it", `{"decision":"block"`],
    ["no hookEventName", JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny" } })],
    ["another event's name", specific({ permissionDecision: "deny" }, "PostToolUse")],
    ["an unknown decision", specific({ permissionDecision: "DENY" })],
    ["an unknown older word", JSON.stringify({ decision: "deny" })],
    ["a wrong type", JSON.stringify({ continue: "false" })],
    ["a decision in the wrong place", JSON.stringify({ permissionDecision: "deny" })],
    ["a hookSpecificOutput that is none", JSON.stringify({ hookSpecificOutput: "deny" })],
  ])("is malformed with %s, and never text", (_what, stdout) => {
    const said = read("PreToolUse", 0, stdout);
    expect(said.fault?.kind).toBe("malformed");
    expect(said).toMatchObject({ verdict: "pass", context: null });
    expect(said.fault?.detail).not.toBe("");
  });

  it("is malformed, not context, where text would be context", () => {
    expect(read("UserPromptSubmit", 0, `{"decision":"block"`)).toMatchObject({
      context: null,
      fault: { kind: "malformed" },
    });
  });

  it("is text if text comes first", () => {
    expect(read("PreToolUse", 0, `note\n${specific({ permissionDecision: "deny" })}`)).toMatchObject({
      verdict: "pass",
      fault: null,
    });
  });

  it("is oversized if it passed the cap, and malformed if it is not UTF-8", () => {
    const run = (given: object) => ({ ...exited(0), stdout: printed(`{"a":`, given) });
    const event = exampleEvent();
    expect(interpret(event, hook, native, run({ truncated: true })).fault?.kind).toBe("oversized");
    expect(interpret(event, hook, native, run({ valid: false })).fault?.kind).toBe("malformed");
  });

  it("ends the turn with continue: false, beside its verdict", () => {
    const said = read("PreToolUse", 0, JSON.stringify({ continue: false, stopReason: "enough" }));
    expect(said).toMatchObject({ verdict: "pass", halt: { reason: "enough" } });
  });

  it("says so where continue: false has no effect", () => {
    const said = read("SessionEnd", 0, JSON.stringify({ continue: false }));
    expect(said.halt).toBeNull();
    expect(said.messages[0]?.text).toContain("no effect");
  });

  // shows: S-054
  it("carries rewrites, context, messages and special effects", () => {
    const said = read(
      "PreToolUse",
      0,
      specific({ updatedInput: { file_path: "b" }, additionalContext: "c" }),
    );
    expect(said).toMatchObject({ updatedInput: { file_path: "b" }, context: "c", verdict: "pass" });
    const start = read(
      "SessionStart",
      0,
      specific({ watchPaths: ["/a"], sessionTitle: "t" }, "SessionStart"),
    );
    expect(start.effects).toEqual({ watchPaths: ["/a"], sessionTitle: "t" });
    expect(read("PreToolUse", 0, `{"systemMessage":"hi"}`).messages).toEqual([{ level: "info", text: "hi" }]);
  });

  it("keeps only harmless terminal sequences", () => {
    const said = (sequence: string) => read("Stop", 0, JSON.stringify({ terminalSequence: sequence }));
    expect(said("\u001b]0;title\u0007").effects).toEqual({ terminalSequence: "\u001b]0;title\u0007" });
    expect(said("\u001b[2J")).toMatchObject({ effects: {}, messages: [{ level: "warn" }] });
  });

  // shows: S-057
  it("replaces an MCP tool's output by the older name only for MCP tools", () => {
    const stdout = specific({ updatedMCPToolOutput: "x" }, "PostToolUse");
    const run = exited(0, stdout);
    const mcp = exampleEvent("PostToolUse", { tool_name: "mcp__a__b" });
    expect(interpret(mcp, hook, native, run).updatedOutput).toBe("x");
    expect(interpret(exampleEvent("PostToolUse"), hook, native, run)).toMatchObject({
      updatedOutput: null,
      messages: [{ level: "warn" }],
    });
  });
});

describe("what an event's row changes", () => {
  it.each(["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostModelSwitch"])(
    "text is context on %s",
    (name) => {
      expect(read(name, 0, "  hello \n")).toMatchObject({ context: "hello" });
    },
  );

  it("a deny that cannot stop anything is a message", () => {
    expect(read("SessionStart", 2, "", "bad")).toMatchObject({
      verdict: "pass",
      messages: [{ level: "warn", text: "bad" }],
    });
  });

  it("PermissionRequest is refused by its decision object only", () => {
    expect(read("PermissionRequest", 2, "", "no")).toMatchObject({
      verdict: "pass",
      fault: null,
      messages: [{ level: "warn" }],
    });
    expect(read("PermissionRequest", 0, `{"decision":"block"}`)).toMatchObject({
      verdict: "pass",
      messages: [{ level: "warn" }],
    });
    const deny = specific(
      { decision: { behavior: "deny", message: "no", interrupt: true } },
      "PermissionRequest",
    );
    expect(read("PermissionRequest", 0, deny)).toMatchObject({
      verdict: "deny",
      reason: "no",
      effects: { interrupt: true },
    });
    const allow = specific({ decision: { behavior: "allow", updatedInput: { a: 1 } } }, "PermissionRequest");
    expect(read("PermissionRequest", 0, allow)).toMatchObject({ verdict: "allow", updatedInput: { a: 1 } });
  });

  it("any code but 0 fails a worktree, and its path is the last line", () => {
    expect(read("WorktreeCreate", 1, "", "no disk")).toMatchObject({ verdict: "deny", reason: "no disk" });
    expect(read("WorktreeCreate", 0, "making\n\u001b[32m/tmp/w\u001b[0m\n").effects).toEqual({
      worktreePath: "/tmp/w",
    });
    expect(read("WorktreeCreate", 0, "")).toMatchObject({ verdict: "deny" });
  });

  it("a blocking exit on Elicitation ignores the answer object", () => {
    const said = read(
      "Elicitation",
      2,
      specific({ action: "accept", content: { a: 1 } }, "Elicitation"),
      "no",
    );
    expect(said).toMatchObject({ verdict: "deny", reason: "no", effects: {} });
  });
});

describe("what a dialect changes", () => {
  it("which codes block, and where the reason comes from", () => {
    const forge: Dialect = { ...native, blockingExit: "nonzero", reason: ["stdout", "stderr"] };
    expect(read("PreToolUse", 1, "from stdout", "err", forge)).toMatchObject({
      verdict: "deny",
      reason: "from stdout",
    });
    expect(read("PreToolUse", 127, "", "err", forge).fault?.kind).toBe("spawn");
    expect(read("PreToolUse", 2, "", "", { ...native, blockingExit: "never" }).fault?.kind).toBe("crash");
  });

  it("what a deny means", () => {
    const wingman: Dialect = { ...native, denies: { Stop: "none" } };
    expect(read("Stop", 2, "", "more", wingman)).toMatchObject({
      verdict: "pass",
      messages: [{ text: "more" }],
    });
  });

  it("which object in the output is the answer", () => {
    const last: Dialect = { ...native, answer: "last-object" };
    expect(read("PreToolUse", 0, `log\n{"decision":"block","reason":"r"}`, "", last)).toMatchObject({
      verdict: "deny",
      reason: "r",
    });
  });
});

describe("other ends", () => {
  const event = exampleEvent();
  const run = (end: object, stdout = "") => ({ ...exited(0, stdout), end }) as ReturnType<typeof exited>;

  it("a signal is a crash", () => {
    expect(interpret(event, hook, native, run({ kind: "signal", signal: "SIGKILL" })).fault).toEqual({
      kind: "crash",
      detail: "ended by SIGKILL",
    });
  });

  it.each([
    [200, "", {}],
    [204, "", {}],
    [200, `{"decision":"block","reason":"r"}`, { verdict: "deny", reason: "r" }],
    [200, "text", { fault: { kind: "malformed" } }],
    [200, "{bad", { fault: { kind: "malformed" } }],
    [302, "", { fault: { kind: "crash" } }],
    [500, `{"decision":"block"}`, { verdict: "pass", fault: { kind: "crash" } }],
  ])("http %i with %j", (status, body, expected) => {
    expect(interpret(event, hook, native, run({ kind: "http", status }, body))).toMatchObject(expected);
  });

  it.each([
    ["PreToolUse", false, { verdict: "deny", halt: { reason: "no" } }],
    ["PreToolUse", true, { verdict: "deny", halt: null }],
    ["PostToolUse", false, { verdict: "pass", halt: { reason: "no" } }],
    ["PostToolUse", true, { verdict: "deny", halt: null }],
    ["Stop", false, { verdict: "deny", halt: null }],
    ["TaskCreated", false, { verdict: "deny", halt: null }],
    ["PermissionRequest", false, { verdict: "pass", halt: null }],
  ])("a model's refusal on %s, continues %s", (name, continues, expected) => {
    const end = { kind: "judgement", ok: false, reason: "no", impossible: false, continues };
    expect(interpret(exampleEvent(name), hook, native, run(end))).toMatchObject(expected);
  });

  it("a model can let a Stop happen that asks for the impossible, and never allows", () => {
    const end = { kind: "judgement", ok: false, reason: "cannot", impossible: true, continues: false };
    expect(interpret(exampleEvent("Stop"), hook, native, run(end)).verdict).toBe("pass");
    expect(interpret(event, hook, native, run({ ...end, ok: true })).verdict).toBe("pass");
  });

  it.each([
    [undefined, { verdict: "pass" }],
    [null, { verdict: "pass" }],
    [
      { verdict: "deny", reason: "r" },
      { verdict: "deny", reason: "r" },
    ],
    [
      { context: ["a", "b"], message: "m", halt: true },
      { context: "a\nb", messages: [{ level: "info", text: "m" }], halt: { reason: "" } },
    ],
    [
      { halt: "enough", effects: { x: 1 }, updatedOutput: 0, updatedPrompt: "p" },
      { halt: { reason: "enough" }, effects: { x: 1 }, updatedPrompt: "p" },
    ],
    [
      { decision: "block", reason: "claude" },
      { verdict: "deny", reason: "claude" },
    ],
    [{ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }, { verdict: "ask" }],
    [false, { fault: { kind: "malformed" } }],
    ["text", { fault: { kind: "malformed" } }],
    [{ verdict: "no" }, { fault: { kind: "malformed" } }],
    [{ verdict: "deny", decision: "approve" }, { fault: { kind: "malformed" } }],
    [{ nothing: 1 }, { fault: { kind: "malformed" } }],
    [{ decision: "maybe" }, { fault: { kind: "malformed" } }],
  ])("a function that answers %j", (value, expected) => {
    expect(interpret(event, hook, native, run({ kind: "value", value }))).toMatchObject(expected);
  });
});
