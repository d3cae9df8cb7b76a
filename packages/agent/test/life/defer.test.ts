import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makePlace, type Place, runAgent } from "../run-agent.ts";
import { call, heard, hooks, play, told } from "./around.ts";

const gate = {
  matcher: "write_file",
  hooks: [{ type: "command", command: 'cat "$CLAUDE_PROJECT_DIR/gate"' }],
};
const write = (name: string) => call("write_file", { file_path: name, content: "x" });

/** Sets what the hook says from now on. */
function say(place: Place, decision: "defer" | "allow" | "deny") {
  const output = { permissionDecision: decision, permissionDecisionReason: `the gate says ${decision}` };
  place.write("gate", { hookSpecificOutput: { hookEventName: "PreToolUse", ...output } });
}

async function run(place: Place, ...args: readonly string[]) {
  const options = ["-p", "--output-format", "json", "--permission-mode", "bypassPermissions"];
  const { status, stdout, stderr } = await runAgent(place, [...options, ...args]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const deferred = { subtype: "success", is_error: false, stop_reason: "tool_deferred" };

it("ends the run with the call pending, and asks the hooks again when it is resumed", async () => {
  const place = makePlace();
  hooks(place, { PreToolUse: [gate] }, ["PostToolUse", "PermissionDenied", "Stop", "SessionEnd"]);
  const made = (name: string) => existsSync(join(place.project, name));
  say(place, "defer");
  const turns = [{ text: "I write", tools: [write("a.txt"), call("ls", { path: "." })] }, { text: "never" }];
  const first = await run(place, "go", ...play(place, ...turns));
  const pending = { name: "write_file", input: { file_path: "a.txt", content: "x" } };
  expect(first).toMatchObject({ ...deferred, result: "I write", deferred_tool_use: pending });
  expect((await runAgent(place, ["--sessions"])).stdout).toMatch(/go {2}\(a call waits for an answer\)$/m);
  expect(told(place)).toEqual(["PostToolUse", "SessionEnd other"]);

  const again = await run(place, "--continue", ...play(place, { text: "never" }));
  expect(again).toMatchObject({
    ...deferred,
    session_id: first.session_id,
    deferred_tool_use: first.deferred_tool_use,
  });
  expect(made("a.txt")).toBe(false);

  say(place, "deny");
  const denied = await run(place, "--continue", "--fork-session", ...play(place, { text: "as you say" }));
  expect(denied).toMatchObject({ subtype: "success", stop_reason: "end_turn", result: "as you say" });
  expect(denied.deferred_tool_use).toBeUndefined();
  expect(heard(place)).toContainEqual(
    expect.objectContaining({ hook_event_name: "PermissionDenied", reason: "the gate says deny" }),
  );
  expect(made("a.txt")).toBe(false);

  say(place, "allow");
  const allowed = await run(
    place,
    "--resume",
    first.session_id,
    "and then?",
    ...play(place, { text: "written" }, { text: "nothing more" }),
  );
  expect(allowed).toMatchObject({ result: "nothing more", session_id: first.session_id });
  expect(made("a.txt")).toBe(true);
  // What had run beside the deferred call did not run again.
  const tools = heard(place).filter(({ hook_event_name: name }) => name === "PostToolUse");
  expect(tools.map(({ tool_name }) => tool_name)).toEqual(["ls", "write_file"]);
  expect((await runAgent(place, ["--sessions"])).stdout).not.toContain("waits");
}, 60_000);

it("does so for a call of a sub-agent, which goes on inside", async () => {
  const place = makePlace();
  hooks(place, { PreToolUse: [gate] }, ["SubagentStart", "PostToolUse", "SubagentStop", "Stop"]);
  say(place, "defer");
  const task = call("task", { description: "write it", subagent_type: "general-purpose" });
  const first = await run(
    place,
    "go",
    ...play(place, { tools: [task] }, { text: "me", tools: [write("a.txt")] }),
  );
  expect(first).toMatchObject({ ...deferred, deferred_tool_use: { name: "write_file" } });
  expect(told(place)).toEqual(["SubagentStart"]);
  say(place, "allow");
  const then = await run(
    place,
    "--continue",
    ...play(place, { text: "the sub-agent is done" }, { text: "all done" }),
  );
  expect(then).toMatchObject({ result: "all done", stop_reason: "end_turn" });
  expect(existsSync(join(place.project, "a.txt"))).toBe(true);
  expect(told(place)).toEqual(["SubagentStart", "PostToolUse", "SubagentStop", "PostToolUse", "Stop"]);
  const [start, , stop] = heard(place);
  expect(stop).toMatchObject({
    agent_id: start?.agent_id,
    agent_type: "general-purpose",
    last_assistant_message: "the sub-agent is done",
  });
}, 40_000);

it("refuses what a deny rule refuses, whatever a hook defers", async () => {
  const place = makePlace();
  hooks(place, { PreToolUse: [gate] }, ["PermissionDenied"]);
  say(place, "defer");
  const turns = [{ tools: [write("a.txt")] }, { text: "as you say" }];
  const result = await run(place, "go", "--deny", "Write", ...play(place, ...turns));
  expect(result).toMatchObject({ stop_reason: "end_turn", result: "as you say" });
  expect(heard(place)).toMatchObject([{ hook_event_name: "PermissionDenied", tool_name: "write_file" }]);
  expect(existsSync(join(place.project, "a.txt"))).toBe(false);
});
