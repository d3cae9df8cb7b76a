import { describe, expect, it } from "vitest";
import { gencode } from "../../src/dialects/gencode.ts";
import { scratch } from "../engine/scratch.ts";

const context = { sessionId: "s-1", cwd: "/p" };

describe("GenCode's own words for an event", () => {
  // shows: G-021 G-005 G-006 G-007 G-010
  it.each([
    [
      { ...context, event: "PreToolUse", toolName: "Write", toolInput: { file_path: "a" } },
      { tool_name: "Write", tool_input: { file_path: "a" } },
    ],
    [
      { ...context, event: "PostToolUse", toolName: "Bash", toolInput: {}, toolResult: { exitCode: 0 } },
      { tool_name: "Bash", tool_input: {}, tool_response: { exitCode: 0 } },
    ],
    [
      { ...context, event: "PostToolUseFailure", toolName: "Bash", toolInput: {}, error: "x" },
      { tool_name: "Bash", tool_input: {}, error: "x" },
    ],
    [{ ...context, event: "UserPromptSubmit", prompt: "hi" }, { prompt: "hi" }],
    [
      { ...context, event: "Notification", message: "look" },
      { message: "look", notification_type: "" },
    ],
    [
      { ...context, event: "Stop", reason: "end" },
      { reason: "end", stop_hook_active: false },
    ],
    [{ ...context, event: "SessionStart" }, { source: "startup" }],
    [{ ...context, event: "SessionStart", source: "resume" }, { source: "resume" }],
    [
      { ...context, event: "SubagentStop" },
      { stop_hook_active: false, agent_id: "", agent_type: "", agent_transcript_path: "" },
    ],
  ])("%j are read", async (wire, fields) => {
    const { event, payload } = gencode.decode(wire);
    expect(event).toBe(wire.event);
    expect(payload).toEqual({ session_id: "s-1", cwd: "/p", hook_event_name: wire.event, ...fields });
    // What comes out is a payload that the engine takes.
    const engine = await scratch().engine({ dialects: [] });
    expect((await engine.fire(event, payload)).verdict).toBe("pass");
  });

  it("may be Claude Code's, and those win", () => {
    const wire = { hook_event_name: "PreToolUse", tool_name: "A", toolName: "B", tool_input: {}, cwd: "/p" };
    expect(gencode.decode(wire)).toEqual({
      event: "PreToolUse",
      payload: { hook_event_name: "PreToolUse", tool_name: "A", tool_input: {}, cwd: "/p" },
    });
    expect(gencode.decode({ event: 7 }).event).toBe("");
    const hostile = gencode.decode(JSON.parse('{"event":"constructor","__proto__":{"x":1}}'));
    expect(hostile.event).toBe("constructor");
    expect(Object.getPrototypeOf(hostile.payload)).toBe(Object.prototype);
  });
});

describe("what GenCode is told", () => {
  const tell = async (command: string, event = "PreToolUse") => {
    const place = scratch();
    place.write(".gen/settings.json", { hooks: { [event]: [{ type: "command", command }] } });
    const engine = await place.engine({ dialects: ["gencode"] });
    const tool = { tool_name: "Write", tool_input: {}, tool_response: "" };
    return gencode.encode(await engine.fire(event, event === "SessionStart" ? { source: "startup" } : tool));
  };
  const says = (said: object) => `echo '${JSON.stringify({ hookSpecificOutput: said })}'`;

  // shows: G-060
  it("is an exit code, the reason on stderr, and what is shown on stdout", async () => {
    expect(await tell("true")).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(await tell("echo no >&2; exit 2")).toEqual({ stdout: "", stderr: "no\n", exitCode: 2 });
    expect(await tell("echo no >&2; exit 2", "PostToolUse")).toMatchObject({ stderr: "no\n", exitCode: 2 });
    expect(await tell("echo Welcome", "SessionStart")).toMatchObject({ stdout: "Welcome\n", exitCode: 0 });
    const failed = await tell("echo broken >&2; exit 1");
    expect(failed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(failed.stdout).toContain("exit code 1: broken; went on without it");
  });

  it("is a no where GenCode has no word for the answer", async () => {
    const pre = { hookEventName: "PreToolUse" };
    expect(await tell(`echo '{"continue":false,"stopReason":"enough"}'`)).toMatchObject({
      stderr: "enough\n",
      exitCode: 2,
    });
    expect(
      await tell(says({ ...pre, permissionDecision: "ask", permissionDecisionReason: "sure?" })),
    ).toMatchObject({ stderr: "sure?\n", exitCode: 2 });
    expect(await tell(says({ ...pre, permissionDecision: "ask" }))).toMatchObject({ exitCode: 2 });
    expect(await tell(says({ ...pre, updatedInput: { a: 1 } }))).toMatchObject({
      stderr: "a hook changed the input, which GenCode cannot take\n",
      exitCode: 2,
    });
    expect(await tell(says({ ...pre, permissionDecision: "allow" }))).toMatchObject({ exitCode: 0 });
  });
});
