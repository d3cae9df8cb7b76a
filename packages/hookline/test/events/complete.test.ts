import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineEvent } from "../../src/contract/event.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import * as rows from "../../src/events/all.ts";
import { builtInEvents, createCatalog } from "../../src/events/catalog.ts";
import { checkPayload, completePayload, subjectOf } from "../../src/events/complete.ts";

const filling = { sessionId: "session-1", cwd: "/project", newToolUseId: () => "tool-1" };
const catalog = createCatalog();

describe("completePayload", () => {
  // shows: S-079 W-131
  it("fills in what is absent, the common fields first, the rest in the order given", () => {
    const given = { tool_input: { command: "ls" }, extra: 1, tool_name: "Bash" };
    const complete = completePayload(rows.preToolUse, given, filling);
    expect(Object.entries(complete)).toEqual([
      ["session_id", "session-1"],
      ["cwd", "/project"],
      ["permission_mode", "default"],
      ["hook_event_name", "PreToolUse"],
      ["tool_input", given.tool_input],
      ["extra", 1],
      ["tool_name", "Bash"],
      ["tool_use_id", "tool-1"],
    ]);
    expect(complete.tool_input).toBe(given.tool_input);
    expect(given).toEqual({ tool_input: { command: "ls" }, extra: 1, tool_name: "Bash" });
  });

  it("keeps what the host gives, and asks for no identifier that is not needed", () => {
    const given = {
      tool_name: "Bash",
      tool_input: {},
      tool_use_id: "theirs",
      hook_event_name: "PreToolUse",
      permission_mode: "plan",
      cwd: "/elsewhere",
      transcript_path: "/t.jsonl",
      session_id: "theirs",
    };
    const never = () => {
      throw new Error("nobody needs an identifier");
    };
    const complete = completePayload(rows.preToolUse, given, { ...filling, newToolUseId: never });
    expect(complete).toEqual(given);
    expect(Object.keys(complete).slice(0, 5)).toEqual([
      "session_id",
      "transcript_path",
      "cwd",
      "permission_mode",
      "hook_event_name",
    ]);
  });

  it("adds permission_mode and tool_use_id only where the row has them", () => {
    expect(Object.keys(completePayload(rows.sessionEnd, { reason: "other" }, filling))).toEqual([
      "session_id",
      "cwd",
      "hook_event_name",
      "reason",
    ]);
    const request = completePayload(rows.permissionRequest, { tool_name: "Bash", tool_input: {} }, filling);
    expect(request).toHaveProperty("permission_mode", "default");
    expect(request).not.toHaveProperty("tool_use_id");
    expect(completePayload(rows.notification, { permission_mode: "plan" }, filling).permission_mode).toBe(
      "plan",
    );
  });

  it("treats undefined as absent and null as a value", () => {
    const complete = completePayload(
      rows.stop,
      { session_id: undefined, cwd: null, note: undefined },
      filling,
    );
    expect(complete).toMatchObject({ session_id: "session-1", cwd: null });
    expect(complete).not.toHaveProperty("note");
    expect(checkPayload(rows.stop, complete)).toBe('Stop needs "cwd": a string');
  });

  it("keeps a field called __proto__ a field", () => {
    const given: JsonObject = JSON.parse(
      '{"reason": "other", "__proto__": {"cwd": "/evil", "polluted": true}}',
    );
    const complete = completePayload(rows.sessionEnd, given, filling);
    expect(Object.getPrototypeOf(complete)).toBe(Object.prototype);
    expect(complete.polluted).toBeUndefined();
    expect(JSON.stringify(complete)).toContain('"__proto__":{"cwd":"/evil","polluted":true}');
  });

  it("keeps every field of every payload, and is done after the first time", () => {
    const payload = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...builtInEvents), payload, (spec, given) => {
        const text: JsonObject = JSON.parse(JSON.stringify(given));
        const complete = completePayload(spec, text, filling);
        expect(complete).toMatchObject(text);
        expect(JSON.stringify(completePayload(spec, complete, filling))).toBe(JSON.stringify(complete));
      }),
      { numRuns: 200 },
    );
  });
});

// shows: S-078
describe("checkPayload", () => {
  const complete = (given: JsonObject) => completePayload(rows.preToolUse, given, filling);

  it("is content with a complete payload, unknown fields and all", () => {
    const given = { tool_name: "Bash", tool_input: {}, later_version: [1, { a: 2 }] };
    expect(checkPayload(rows.preToolUse, complete(given))).toBeNull();
  });

  it.each([
    [{}, 'PreToolUse needs "tool_name": a string'],
    [{ tool_name: 7, tool_input: {} }, 'PreToolUse needs "tool_name": a string'],
    [{ tool_name: "Bash" }, 'PreToolUse needs "tool_input": an object'],
    [{ tool_name: "Bash", tool_input: ["ls"] }, 'PreToolUse needs "tool_input": an object'],
    [{ tool_name: "Bash", tool_input: {}, tool_use_id: null }, 'PreToolUse needs "tool_use_id": a string'],
    [{ tool_name: "Bash", tool_input: {}, session_id: 1 }, 'PreToolUse needs "session_id": a string'],
    [
      { tool_name: "Bash", tool_input: {}, hook_event_name: "Stop" },
      'PreToolUse needs "hook_event_name": "PreToolUse"',
    ],
  ])("names the first field that is wrong: %j", (given, sentence) => {
    expect(checkPayload(rows.preToolUse, complete(given))).toBe(sentence);
  });

  it("says what a closed list holds, and lets an open one grow", () => {
    const file = (event: string) => completePayload(rows.fileChanged, { file_path: "/a", event }, filling);
    expect(checkPayload(rows.fileChanged, file("rename"))).toBe(
      'FileChanged needs "event": one of change, add, unlink',
    );
    expect(checkPayload(rows.fileChanged, file("add"))).toBeNull();
    const start = completePayload(rows.sessionStart, { source: "teleport" }, filling);
    expect(checkPayload(rows.sessionStart, start)).toBeNull();
  });

  it("lets an optional field be of another type: only required ones are checked", () => {
    const given = { tool_name: "Bash", tool_input: {}, mcp_server: null, effort: "high" };
    expect(checkPayload(rows.preToolUse, complete(given))).toBeNull();
  });

  it("holds a row's word over the common one, also in a host's event of any name", () => {
    const start = completePayload(rows.subagentStart, { agent_type: "explorer" }, filling);
    expect(checkPayload(rows.subagentStart, start)).toBe('SubagentStart needs "agent_id": a string');
    const own = defineEvent({
      name: "string|null?",
      summary: "A host's own.",
      payload: { count: "number" },
      subject: null,
      deny: "none",
      answer: {},
    });
    expect(checkPayload(own, completePayload(own, { count: 1 }, filling))).toBeNull();
    expect(checkPayload(own, completePayload(own, { count: "1" }, filling))).toBe(
      'string|null? needs "count": a number',
    );
  });
});

describe("subjectOf", () => {
  it("gives a tool's name as it was said, and its canonical one", () => {
    const subject = (tool_name: string) => subjectOf(rows.preToolUse, { tool_name }, catalog);
    expect(subject("run_shell_command")).toEqual({ name: "run_shell_command", canonical: "Bash" });
    expect(subject("Task")).toEqual({ name: "Task", canonical: "Agent" });
    expect(subject("mcp__memory__read")).toEqual({
      name: "mcp__memory__read",
      canonical: "mcp__memory__read",
    });
    expect(subject("constructor")).toEqual({ name: "constructor", canonical: "constructor" });
  });

  it("takes another field for what it is, even if it looks like a tool", () => {
    const bash = { name: "bash", canonical: "bash" };
    expect(subjectOf(rows.sessionStart, { source: "bash" }, catalog)).toEqual(bash);
  });

  it("takes the last part of a path, and a model without its [1m]", () => {
    const file = (file_path: string) => subjectOf(rows.fileChanged, { file_path }, catalog)?.name;
    expect([file("/project/.env"), file(".envrc"), file("/project/")]).toEqual([".env", ".envrc", ""]);
    const model = (to_model: string) => subjectOf(rows.preModelSwitch, { to_model }, catalog)?.name;
    expect([model("claude-opus[1m]"), model("claude-opus")]).toEqual(["claude-opus", "claude-opus"]);
  });

  it("is null where matchers mean nothing, and empty where the payload has none", () => {
    expect(subjectOf(rows.stop, {}, catalog)).toBeNull();
    expect(subjectOf(rows.subagentStop, {}, catalog)).toEqual({ name: "", canonical: "" });
  });
});
