import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Dialect } from "../../src/contract/dialect.ts";
import { faultKinds } from "../../src/contract/fault.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { verdicts } from "../../src/contract/verdict.ts";
import { native } from "../../src/dialects/native.ts";
import { aggregate } from "../../src/pipeline/aggregate.ts";
import type { Heard } from "../../src/pipeline/heard.ts";
import { exampleEvent, examplePlan, heardOf } from "./examples.ts";

const decide = (heard: readonly Heard[], name = "PreToolUse") =>
  aggregate(examplePlan(exampleEvent(name)), heard);

describe("the decision of several hooks", () => {
  // shows: C-049
  it("has the strongest verdict and joins the reasons of those who gave it, in order", () => {
    const decision = decide([
      heardOf({ verdict: "deny", reason: "one" }),
      heardOf({ verdict: "allow", reason: "yes" }),
      heardOf({ verdict: "deny", reason: "two" }),
    ]);
    expect(decision).toMatchObject({ verdict: "deny", reason: "one\ntwo" });
  });

  it("drops rewrites on deny and defer, keeps them on ask", () => {
    const change = heardOf({ updatedInput: { a: 1 } });
    expect(decide([change, heardOf({ verdict: "deny", reason: "no" })]).updatedInput).toBeNull();
    expect(decide([change, heardOf({ verdict: "defer" })]).updatedInput).toBeNull();
    expect(decide([change, heardOf({ verdict: "ask" })]).updatedInput).toEqual({ a: 1 });
  });

  it("applies rewrites in configuration order, names the one that was replaced, and freezes the last", () => {
    const decision = decide([
      heardOf({ updatedInput: { a: 1 } }, { id: "first" }, { strand: 0 }),
      heardOf({ updatedInput: { b: { c: 2 } } }, { id: "second" }, { strand: 1 }),
    ]);
    expect(decision.updatedInput).toEqual({ b: { c: 2 } });
    expect(Object.isFrozen(decision.updatedInput?.b)).toBe(true);
    expect(decision.messages).toEqual([
      { level: "warn", hook: "first", text: expect.stringContaining("second") },
    ]);
  });

  it("says nothing of a chain, in which the second saw the rewrite of the first", () => {
    const chain = [heardOf({ updatedInput: { a: 1 } }), heardOf({ updatedInput: { a: 1, b: 2 } })];
    expect(decide(chain)).toMatchObject({ updatedInput: { a: 1, b: 2 }, messages: [] });
  });

  it("merges in a dialect that merges, and is null if nothing changed", () => {
    const merging: Dialect = { ...native, rewrite: "merge" };
    const one = heardOf({ updatedInput: { content: "x" } }, {}, { dialect: merging });
    expect(decide([one]).updatedInput).toEqual({ file_path: "a.txt", content: "x" });
    expect(
      decide([heardOf({ updatedInput: { content: "hello", file_path: "a.txt" } })]).updatedInput,
    ).toBeNull();
  });

  it("joins lists of effects and names the giver of a value that was replaced", () => {
    const decision = decide([
      heardOf({ effects: { watchPaths: ["a"], sessionTitle: "x" } }, { id: "one" }),
      heardOf({ effects: { watchPaths: ["b"], sessionTitle: "y" } }, { id: "two" }),
    ]);
    expect(decision.effects).toEqual({ watchPaths: ["a", "b"], sessionTitle: "y" });
    expect(decision.messages).toEqual([{ level: "warn", hook: "one", text: expect.stringContaining("two") }]);
  });

  it("ends the turn if one hook says so, without changing the verdict", () => {
    expect(decide([heardOf({ halt: { reason: "a" } }), heardOf({ halt: { reason: "b" } })])).toMatchObject({
      verdict: "pass",
      halt: { reason: "a\nb" },
    });
  });

  it("ends the turn where a dialect makes that of a block", () => {
    const gencode: Dialect = { ...native, denies: { PostToolUse: "endTurn" } };
    const heard = heardOf({ verdict: "deny", reason: "stop" }, {}, { dialect: gencode });
    expect(decide([heard], "PostToolUse").halt).toEqual({ reason: "stop" });
    expect(decide([heardOf({ verdict: "deny", reason: "stop" })], "PostToolBatch").halt).toBeNull();
  });

  it("keeps the later output and prompt, and says whose was replaced", () => {
    const decision = decide(
      [heardOf({ updatedPrompt: "a" }, { id: "one" }), heardOf({ updatedPrompt: "b" }, { id: "two" })],
      "UserPromptSubmit",
    );
    expect(decision).toMatchObject({ updatedPrompt: "b", messages: [{ hook: "one" }] });
  });
});

describe("faults, modes and trust", () => {
  const broken = { fault: { kind: "timeout" as const, detail: "too slow" } };

  // shows: W-024 W-076 W-082 W-104 F-007 F-058 F-120 C-072
  it("a fault goes on with a warning, or is a deny", () => {
    expect(decide([heardOf(broken, { id: "g" })])).toMatchObject({
      verdict: "pass",
      messages: [{ level: "warn", text: "g: timeout: too slow; went on without it" }],
    });
    expect(decide([heardOf(broken, { id: "g", onFailure: "block" })])).toMatchObject({
      verdict: "deny",
      reason: "g: timeout: too slow",
    });
  });

  it.each(["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"])(
    "a broken hook never blocks %s",
    (name) => {
      expect(decide([heardOf(broken, { onFailure: "block" })], name).verdict).toBe("pass");
    },
  );

  // shows: W-083
  it("where nothing can be stopped a required fault is an error message", () => {
    expect(decide([heardOf(broken, { onFailure: "block" })], "SessionStart")).toMatchObject({
      verdict: "pass",
      messages: [{ level: "error" }],
    });
  });

  it("warn tells what it would have done, shadow is only in runs", () => {
    const said = {
      verdict: "deny" as const,
      reason: "no",
      updatedInput: { a: 1 },
      halt: { reason: "h" },
      context: "c",
    };
    const warned = decide([heardOf(said, { mode: "warn" })]);
    expect(warned).toMatchObject({ verdict: "pass", halt: null, updatedInput: null, context: ["c"] });
    expect(warned.messages.map(({ text }) => text).join()).toContain("deny: no");
    const shadow = decide([heardOf(said, { mode: "shadow" })]);
    expect(shadow).toMatchObject({
      verdict: "pass",
      messages: [],
      context: [],
      runs: [{ verdict: "deny", reason: "no", mode: "shadow" }],
    });
  });

  it("what runs in the background does not count", () => {
    expect(decide([heardOf({ verdict: "deny" }, {}, { background: true, run: null })])).toMatchObject({
      verdict: "pass",
      runs: [{ status: "background" }],
    });
  });

  it("an unapproved policy may only tighten", () => {
    const untrusted = (said: Partial<Outcome>) => decide([heardOf(said, {}, { trusted: false })]);
    expect(untrusted({ verdict: "allow", updatedInput: { a: 1 }, context: "c" })).toMatchObject({
      verdict: "pass",
      updatedInput: null,
      context: [],
    });
    expect(untrusted({ verdict: "deny", reason: "no" })).toMatchObject({ verdict: "deny", reason: "no" });
  });

  it("a rewrite of the second look does not count, its deny does", () => {
    const again = (said: Partial<Outcome>) => heardOf(said, {}, { secondLook: true });
    expect(
      decide([heardOf({ updatedInput: { a: 1 } }), again({ updatedInput: { b: 1 } })]).updatedInput,
    ).toEqual({ a: 1 });
    expect(
      decide([heardOf({ updatedInput: { a: 1 } }), again({ verdict: "deny", reason: "no" })]),
    ).toMatchObject({ verdict: "deny", updatedInput: null });
  });
});

// shows: S-050
describe("laws", () => {
  const said = fc.record({
    verdict: fc.constantFrom(...verdicts),
    reason: fc.constantFrom("", "a", "b"),
    fault: fc.option(fc.record({ kind: fc.constantFrom(...faultKinds), detail: fc.constant("d") })),
    halt: fc.option(fc.record({ reason: fc.constantFrom("", "h") })),
    updatedInput: fc.option(fc.record({ a: fc.nat(3) })),
  });
  const heard = fc
    .record({
      said,
      hook: fc.record({
        mode: fc.constantFrom("enforce", "warn", "shadow"),
        onFailure: fc.constantFrom("continue", "block"),
      }),
      background: fc.boolean(),
      trusted: fc.boolean(),
    })
    .map(({ said, hook, background, trusted }) => heardOf(said, hook, { background, trusted }));
  const strength = (one: Heard[], name: string) => verdicts.indexOf(decide(one, name).verdict);
  const events = fc.constantFrom("PreToolUse", "Stop", "PostToolUse", "SessionStart", "PermissionRequest");

  it("one more hook never makes the answer weaker, wherever it stands", () => {
    fc.assert(
      fc.property(fc.array(heard, { maxLength: 6 }), heard, fc.nat(6), events, (some, more, at, name) => {
        const extended = some.toSpliced(at, 0, more);
        expect(strength(extended, name)).toBeGreaterThanOrEqual(strength(some, name));
        if (decide(some, name).halt) expect(decide(extended, name).halt).not.toBeNull();
      }),
    );
  });

  it("the verdict does not depend on the order of hooks, and saying it twice changes nothing", () => {
    fc.assert(
      fc.property(fc.array(heard, { maxLength: 6 }), events, (some, name) => {
        expect(strength(some.toReversed(), name)).toBe(strength(some, name));
        expect(strength([...some, ...some], name)).toBe(strength(some, name));
      }),
    );
  });

  it("a denied or deferred call has no new input", () => {
    fc.assert(
      fc.property(fc.array(heard, { maxLength: 6 }), (some) => {
        const { verdict, updatedInput } = decide(some);
        if (verdict === "deny" || verdict === "defer") expect(updatedInput).toBeNull();
      }),
    );
  });
});

describe("the report of a run", () => {
  it("shows the head and the tail of a long stream and says so", () => {
    const long = `${"x".repeat(20_000)}end`;
    const run = {
      end: { kind: "exit" as const, code: 0 },
      stdout: { text: long, tail: "", bytes: 1, truncated: false, valid: true },
      stderr: { text: "head", tail: "tail", bytes: 1, truncated: true, valid: true },
      durationMs: 1.23456,
      left: [7],
    };
    const [report] = decide([heardOf({}, {}, { run })]).runs;
    expect(report).toMatchObject({
      truncated: true,
      left: [7],
      durationMs: 1.23,
      exitCode: 0,
      signal: null,
      fault: null,
      status: "ok",
    });
    expect(report?.stdout.length).toBeLessThan(17_000);
    expect(report?.stdout.endsWith("end")).toBe(true);
    expect(report?.stderr).toMatch(/^head.*tail$/s);
  });
});
