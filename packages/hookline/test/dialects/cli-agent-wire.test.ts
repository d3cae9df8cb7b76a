import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { cliAgent } from "../../src/dialects/cli-agent.ts";
import { type Decision, verdicts } from "../../src/index.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { scratch } from "../engine/scratch.ts";
import { exampleDecision, exampleEvent, exampleHook, exited } from "../pipeline/examples.ts";

const decision = exampleDecision();

describe("the context of CLI-Agent on the wire", () => {
  // shows: C-053 C-056 C-057 C-059 C-065
  it("is each event of the document", () => {
    const about = { timestamp: "2024-01-01T12:00:00", session_id: "s-1" };
    const tool = { tool_name: "builtin:bash_execute", tool_args: { command: "ls" } };
    const seen = { tool_name: "bash_execute", tool_input: { command: "ls" } };
    const decoded = (wire: JsonObject) => cliAgent.decode({ ...about, ...wire });
    expect(decoded({ hook_event_name: "PreToolUse", ...tool })).toEqual({
      event: "PreToolUse",
      payload: { ...about, ...seen },
    });
    expect(decoded({ hook_event_name: "PostToolUse", ...tool, result: "a", execution_time: 0.25 })).toEqual({
      event: "PostToolUse",
      payload: { ...about, ...seen, tool_response: "a", duration_ms: 250 },
    });
    expect(decoded({ hook_type: "PostToolUse", ...tool, error: "no", execution_time: 1 })).toEqual({
      event: "PostToolUseFailure",
      payload: { ...about, ...seen, error: "no", duration_ms: 1000 },
    });
    expect(decoded({ hook_event_name: "Notification", message: "m", event_type: "status" })).toEqual({
      event: "Notification",
      payload: { ...about, message: "m", notification_type: "status" },
    });
    expect(decoded({ hook_event_name: "Stop", conversation_length: 3 })).toEqual({
      event: "Stop",
      payload: { ...about, stop_hook_active: false, conversation_length: 3 },
    });
    expect(cliAgent.decode({}).event).toBe("");
  });

  it("is read by an engine as it comes, also when it is hostile", async () => {
    const running = await scratch().engine({ dialects: [] });
    const wire = JSON.parse(
      '{"hook_event_name":"PreToolUse","tool_name":"x","tool_args":{"__proto__":{"a":1}},"__proto__":{"b":2}}',
    );
    const { event, payload } = cliAgent.decode(wire);
    expect(await running.fire(event, payload)).toMatchObject({ verdict: "pass" });
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
  });

  it("comes back as what a hook would have seen", () => {
    const event = exampleEvent("PreToolUse", {
      tool_name: "x",
      tool_input: { a: 1 },
      session_id: "s",
      cwd: "/",
    });
    const { payload } = cliAgent.present(event, { projectDir: "/", at: 0 });
    expect(cliAgent.decode(payload)).toMatchObject({
      event: "PreToolUse",
      payload: { tool_name: "x", tool_input: { a: 1 }, session_id: "s", cwd: "/" },
    });
    expect(payload).toMatchObject({ timestamp: "1970-01-01T00:00:00.000Z" });
  });
});

describe("a decision in CLI-Agent's words", () => {
  const encoded = (given: Partial<Decision>) => {
    const { stdout, exitCode } = cliAgent.encode({ ...decision, ...given });
    return [exitCode, JSON.parse(stdout)];
  };

  it("approves, changes or blocks", () => {
    expect(encoded({})).toEqual([0, { continue: true, decision: "approve" }]);
    expect(encoded({ verdict: "deny", reason: "no" })).toEqual([
      2,
      { continue: false, decision: "block", reason: "no" },
    ]);
    expect(encoded({ updatedInput: { a: 1 }, effects: { metadata: { b: 2 } } })).toEqual([
      0,
      { continue: true, decision: "modify", metadata: { b: 2 }, modified_args: { a: 1 } },
    ]);
    expect(encoded({ halt: { reason: "enough" }, verdict: "allow" })).toMatchObject([
      2,
      { reason: "enough" },
    ]);
  });

  it("blocks where somebody should be asked, since it cannot ask", () => {
    expect(encoded({ verdict: "ask", reason: "sure?" })).toMatchObject([
      2,
      { continue: false, reason: "sure?" },
    ]);
    expect(encoded({ verdict: "defer" })).toMatchObject([
      2,
      { reason: expect.stringContaining("cannot ask") },
    ]);
  });

  it("is read back by the rules of its hooks as the same", () => {
    const metadata = fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined });
    fc.assert(
      fc.property(
        fc.constantFrom(...verdicts),
        fc.string(),
        fc.option(fc.record({ reason: fc.string() }), { nil: null }),
        fc.option(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), { nil: null }),
        metadata,
        (verdict, reason, halt, updatedInput, about) => {
          const open = verdict === "pass" || verdict === "allow";
          const given = { ...decision, verdict, reason, halt, updatedInput: open ? updatedInput : null };
          const effects = about === undefined ? {} : { metadata: JSON.parse(JSON.stringify(about)) };
          const { stdout, exitCode } = cliAgent.encode({ ...given, effects });
          const read = interpret(
            exampleEvent("PreToolUse"),
            exampleHook(),
            cliAgent,
            exited(exitCode, stdout),
          );
          const goesOn = open && halt === null;
          expect(read.fault).toBeNull();
          expect(read.verdict).toBe(goesOn ? "pass" : "deny");
          if (verdict === "deny" && reason !== "") expect(read.reason).toBe(reason);
          if (goesOn) expect(read.updatedInput).toEqual(updatedInput);
          expect(read.effects).toEqual(effects);
        },
      ),
    );
  });
});
