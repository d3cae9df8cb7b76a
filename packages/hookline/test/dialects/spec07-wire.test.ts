import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spec07 } from "../../src/dialects/spec07.ts";
import { type Decision, type JsonObject, verdicts } from "../../src/index.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { exampleDecision, exampleEvent, exampleHook, exited } from "../pipeline/examples.ts";

const hook = exampleHook({ dialect: "spec07" });
const nothing = exampleDecision();

/** What a hook of Spec 07 would say that prints what a decision is encoded as. */
function readBack(decision: Decision, payload: JsonObject = {}) {
  const { stdout, exitCode } = spec07.encode(decision);
  return interpret(exampleEvent(decision.event, payload), hook, spec07, exited(exitCode, stdout));
}

const text = fc.string({ minLength: 1, maxLength: 20 });
const anyDecision = (event: string, given: Partial<Decision> = {}): fc.Arbitrary<Decision> =>
  fc
    .record({
      verdict: fc.constantFrom(...verdicts),
      reason: text,
      halt: fc.option(fc.record({ reason: text })),
      context: fc.array(text, { maxLength: 2 }),
      said: fc.array(text, { maxLength: 2 }),
      input: fc.option(fc.record({ command: fc.string() })),
    })
    .map(({ verdict, reason, halt, context, said, input }) => ({
      ...nothing,
      event,
      verdict,
      reason: verdict === "pass" ? "" : reason,
      halt,
      context,
      messages: said.map((one) => ({ level: "info" as const, text: one, hook: "h" })),
      updatedInput: verdict === "deny" || verdict === "defer" ? null : input,
      ...given,
    }));

describe("a decision in Spec 07's own language", () => {
  it("says the same before a tool; what is deferred is asked", () => {
    fc.assert(
      fc.property(anyDecision("PreToolUse"), (decision) => {
        const { verdict, reason, halt, context, updatedInput, messages } = decision;
        const said = readBack(decision);
        expect(said).toMatchObject({
          fault: null,
          verdict: verdict === "defer" ? "ask" : verdict,
          reason,
          halt,
          updatedInput,
          context: context.length === 0 ? null : context.join("\n"),
        });
        expect(said.messages.map((one) => one.text).join("\n")).toBe(
          messages.map((one) => one.text).join("\n"),
        );
      }),
    );
  });

  it("says the same of a permission; whoever asks for one asks a person anyway", () => {
    fc.assert(
      fc.property(anyDecision("PermissionRequest", { context: [] }), (decision) => {
        const { verdict, reason, halt, updatedInput } = decision;
        const settled = verdict === "allow" || verdict === "deny";
        expect(readBack(decision)).toMatchObject({
          fault: null,
          halt,
          verdict: settled ? verdict : "pass",
          ...(settled && { reason }),
          // Never wider than what was decided: an input comes with an allow, or not at all.
          updatedInput: verdict === "allow" ? updatedInput : null,
        });
      }),
    );
  });

  it.each(["Stop", "SubagentStop"])("keeps the agent working on %s just when the decision does", (event) => {
    fc.assert(
      fc.property(anyDecision(event, { updatedInput: null }), (decision) => {
        const { verdict, halt, reason, context } = decision;
        const said = readBack(decision);
        const on = verdict === "deny" && halt === null;
        expect(said).toMatchObject({ fault: null, halt: null, verdict: on ? "deny" : "pass" });
        if (on) expect(said.reason).toBe(reason);
        expect(said.context).toBe(context.length === 0 ? null : context.join("\n"));
      }),
    );
  });

  it.each(["UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "TaskCompleted", "TeammateIdle"])(
    "refuses on %s whatever is not let through",
    (event) => {
      fc.assert(
        fc.property(anyDecision(event, { updatedInput: null, context: [] }), (decision) => {
          const { verdict, reason, halt } = decision;
          const expected = verdict === "pass" || verdict === "allow" ? verdict : "deny";
          expect(readBack(decision)).toMatchObject({ fault: null, verdict: expected, reason, halt });
        }),
      );
    },
  );

  it("is empty when there is nothing to say, and never an exit code", () => {
    expect(spec07.encode(nothing)).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(spec07.encode({ ...nothing, verdict: "deny", reason: "no" }).exitCode).toBe(0);
  });

  it("carries the output of MCP tools and what is not to be shown; the rest is told on stderr", () => {
    const post = { ...nothing, event: "PostToolUse", updatedOutput: "x", effects: { suppressOutput: true } };
    const mcp = { tool_name: "mcp__a__b" };
    expect(readBack(post, mcp)).toMatchObject({ updatedOutput: "x", effects: { suppressOutput: true } });
    const prompt = { ...nothing, event: "UserPromptSubmit", updatedPrompt: "other" };
    expect(spec07.encode(prompt)).toMatchObject({ stdout: "", stderr: expect.stringContaining("prompt") });
    const messages = [{ level: "warn" as const, text: "for the person", hook: "h" }];
    const stop = spec07.encode({ ...nothing, event: "Stop", verdict: "deny", reason: "more", messages });
    expect(stop.stderr).toBe("for the person\n");
    expect(JSON.parse(stop.stdout)).toEqual({ continue: true, reason: "more" });
  });

  it("is asked for by an input that names its event", () => {
    const wire = { hook_event_name: "Stop", session_id: "s", stop_hook_active: false };
    expect(spec07.decode(wire)).toEqual({ event: "Stop", payload: wire });
    expect(spec07.decode({}).event).toBe("");
  });
});
