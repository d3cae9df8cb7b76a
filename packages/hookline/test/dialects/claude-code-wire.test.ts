import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/contract/decision.ts";
import type { Event, EventSpec } from "../../src/contract/event.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { type Verdict, verdicts } from "../../src/contract/verdict.ts";
import { claudeCode } from "../../src/dialects/claude-code.ts";
import { aggregate } from "../../src/pipeline/aggregate.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { exampleEvent, exampleHook, examplePlan, exited, heardOf } from "../pipeline/examples.ts";
import { claudeEvents } from "./claude-code-payloads.ts";

const input = { command: "ls" };

/** An event of this row. */
function eventOf(spec: EventSpec): Event {
  return exampleEvent(spec.name, spec.input ? { tool_name: "Bash", tool_input: input } : {});
}

/** The decision when one hook has said this. */
function decided(spec: EventSpec, said: Partial<Outcome>): Decision {
  const verdictsOfAll = aggregate(examplePlan(eventOf(spec)), [heardOf(said)]);
  return { ...verdictsOfAll, inputDigest: "", durationMs: 1, diagnostics: [] };
}

/** What Claude Code, as we read its hooks, understands of an encoded decision. */
function readBack(spec: EventSpec, decision: Decision): Outcome {
  const { stdout, stderr, exitCode } = claudeCode.encode(decision);
  return interpret(eventOf(spec), exampleHook(), claudeCode, exited(exitCode, stdout, stderr));
}

/** The verdict that an event has words for; what nobody can be asked there is refused. */
function sayable({ name, deny, answer }: EventSpec, verdict: Verdict): Verdict {
  if (deny === "none") return "pass";
  if (verdict === "pass" || verdict === "deny") return verdict;
  const speaks = "permissionDecision" in answer || "action" in answer || name === "PermissionRequest";
  if (verdict === "allow") return speaks ? verdict : "pass";
  if (name === "PreToolUse" || (name === "PreModelSwitch" && verdict === "ask")) return verdict;
  if (name === "PermissionRequest" || "action" in answer) return "pass";
  return deny === "stop" ? "deny" : "pass";
}

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() === text && text !== "");
const said = fc.record({
  verdict: fc.constantFrom(...verdicts),
  reason: words,
  halt: fc.option(fc.record({ reason: words })),
  updatedInput: fc.option(fc.dictionary(words, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })),
  context: fc.option(words),
});

describe("a decision in Claude Code's words", () => {
  it.each(claudeEvents.map((spec) => [spec.name, spec] as const))(
    "%s: read back it says the same verdict, halt, input and context",
    (name, spec) => {
      fc.assert(
        fc.property(said, ({ verdict, reason, halt, updatedInput, context }) => {
          const change: JsonObject | null =
            updatedInput === null ? null : JSON.parse(JSON.stringify(updatedInput));
          const effects = name === "WorktreeCreate" ? { worktreePath: "/w" } : {};
          const mayHalt = spec.halts !== false;
          const decision = decided(spec, {
            verdict: spec.deny === "none" ? "pass" : verdict,
            reason,
            halt: mayHalt ? halt : null,
            updatedInput: spec.input ? change : null,
            context: "additionalContext" in spec.answer ? context : null,
            effects,
          });
          const read = readBack(spec, decision);
          expect(read.fault).toBeNull();
          expect(read.verdict).toBe(sayable(spec, verdict));
          expect(read.halt).toEqual(decision.halt);
          expect(read.context).toEqual(decision.context[0] ?? null);
          const told = name !== "PermissionRequest" || decision.verdict === "allow";
          expect(read.updatedInput).toEqual(told ? decision.updatedInput : null);
          // An MCP server is given no reason.
          if (read.verdict === "deny" && !name.startsWith("Elicitation")) expect(read.reason).toBe(reason);
        }),
        { numRuns: 60 },
      );
    },
  );

  it("is nothing where there is nothing to say", () => {
    for (const spec of claudeEvents) {
      if (spec.name.startsWith("Worktree")) continue;
      expect([spec.name, claudeCode.encode(decided(spec, {}))]).toEqual([
        spec.name,
        { stdout: "", exitCode: 0 },
      ]);
    }
  });

  const encoded = (name: string, one: Partial<Outcome>) => {
    const spec = claudeEvents.find((row) => row.name === name);
    if (!spec) throw new Error(name);
    const { stdout, ...rest } = claudeCode.encode(decided(spec, one));
    return { ...rest, said: stdout.startsWith("{") ? JSON.parse(stdout) : stdout };
  };
  const no = { verdict: "deny", reason: "no" } as const;
  const hso = (hookEventName: string, fields: object) => ({
    hookSpecificOutput: { hookEventName, ...fields },
  });

  it.each([
    ["PreToolUse", no, hso("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" })],
    [
      "PreToolUse",
      { verdict: "allow", updatedInput: { command: "pwd" }, context: "c" },
      hso("PreToolUse", {
        permissionDecision: "allow",
        updatedInput: { command: "pwd" },
        additionalContext: "c",
      }),
    ],
    ["PreToolUse", { halt: { reason: "stop" } }, { continue: false, stopReason: "stop" }],
    ["PermissionRequest", no, hso("PermissionRequest", { decision: { behavior: "deny", message: "no" } })],
    [
      "PermissionRequest",
      { ...no, effects: { interrupt: true } },
      hso("PermissionRequest", { decision: { behavior: "deny", message: "no", interrupt: true } }),
    ],
    [
      "PermissionRequest",
      {
        verdict: "allow",
        updatedInput: { command: "pwd" },
        effects: { updatedPermissions: [{ type: "setMode" }] },
      },
      hso("PermissionRequest", {
        decision: {
          behavior: "allow",
          updatedInput: { command: "pwd" },
          updatedPermissions: [{ type: "setMode" }],
        },
      }),
    ],
    ...[
      "UserPromptSubmit",
      "UserPromptExpansion",
      "PostToolUse",
      "PostToolUseFailure",
      "PostToolBatch",
      "Stop",
      "SubagentStop",
      "TaskCreated",
      "ConfigChange",
      "PreCompact",
    ].map((name) => [name, no, { decision: "block", reason: "no" }] as const),
    [
      "PreModelSwitch",
      { verdict: "ask", reason: "sure?" },
      hso("PreModelSwitch", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    ],
    ["PostToolUse", { updatedOutput: { a: 1 } }, hso("PostToolUse", { updatedToolOutput: { a: 1 } })],
    ["Elicitation", no, hso("Elicitation", { action: "decline" })],
    [
      "Elicitation",
      { verdict: "allow", effects: { action: "accept", content: { name: "x" } } },
      hso("Elicitation", { action: "accept", content: { name: "x" } }),
    ],
    [
      "ElicitationResult",
      { verdict: "deny", effects: { action: "cancel", content: { a: 1 } } },
      hso("ElicitationResult", { action: "cancel" }),
    ],
    [
      "SessionStart",
      { context: "hi", effects: { sessionTitle: "t", watchPaths: ["/a"], envFiles: ["/x"] } },
      hso("SessionStart", { additionalContext: "hi", sessionTitle: "t", watchPaths: ["/a"] }),
    ],
    ["MessageDisplay", { effects: { displayContent: "d" } }, hso("MessageDisplay", { displayContent: "d" })],
    ["PermissionDenied", { effects: { retry: true } }, hso("PermissionDenied", { retry: true })],
    ["Notification", { effects: { terminalSequence: "\u0007" } }, { terminalSequence: "\u0007" }],
    [
      "Stop",
      {
        messages: [
          { level: "info", text: "one" },
          { level: "warn", text: "two" },
        ],
      },
      { systemMessage: "one\ntwo" },
    ],
    [
      "UserPromptSubmit",
      { updatedPrompt: "new" },
      { systemMessage: "a hook rewrote the prompt, and Claude Code cannot change one" },
    ],
  ] as readonly (readonly [string, Partial<Outcome>, object])[])("%s %j", (name, one, said) => {
    expect(encoded(name, one)).toEqual({ exitCode: 0, said });
  });

  it.each(["TaskCompleted", "TeammateIdle"])("%s is refused by the exit status, its halt is JSON", (name) => {
    expect(encoded(name, no)).toEqual({ exitCode: 2, stderr: "no", said: "" });
    expect(encoded(name, { ...no, halt: { reason: "end" } })).toEqual({
      exitCode: 2,
      stderr: "no",
      said: { continue: false, stopReason: "end" },
    });
    expect(encoded(name, { halt: { reason: "end" } })).toMatchObject({ exitCode: 0 });
  });

  it("prints the path of a worktree, and claims none that no hook has made or removed", () => {
    const made = { effects: { worktreePath: "/w/t" } };
    expect(encoded("WorktreeCreate", made)).toEqual({ exitCode: 0, said: "/w/t" });
    expect(encoded("WorktreeCreate", no)).toEqual({ exitCode: 2, stderr: "no", said: "" });
    expect(encoded("WorktreeCreate", {})).toMatchObject({ exitCode: 1, stderr: "no hook made the worktree" });
    expect(encoded("WorktreeRemove", {})).toEqual({ exitCode: 0, said: "" });
    expect(encoded("WorktreeRemove", no)).toMatchObject({ exitCode: 2, stderr: "no" });
    const spec = claudeEvents.find(({ name }) => name === "WorktreeRemove");
    const nobody = spec && { ...decided(spec, {}), runs: [] };
    expect(nobody && claudeCode.encode(nobody)).toMatchObject({ exitCode: 1 });
  });

  it("lets no effect of a function take the place of a decision", () => {
    const effects = { permissionDecision: "allow", decision: { behavior: "allow" }, additionalContext: "x" };
    expect(encoded("PreToolUse", { ...no, effects }).said.hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no",
    });
    expect(encoded("PermissionRequest", { effects }).said).toBe("");
  });
});
