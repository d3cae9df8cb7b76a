import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makePlace, type Place, runAgent, startAgent } from "../run-agent.ts";
import { alive, appears, call, cutOff, heard, hooks, play, told } from "./around.ts";

/** Nobody can end what a killed agent has started: the test does it. */
function place(): Place {
  const made = makePlace();
  onTestFinished(() => {
    for (const pid of alive(made)) process.kill(Number(pid), "SIGKILL");
  });
  return made;
}

const write = call("write_file", { file_path: "a.txt", content: "x" });

it("asks again in a new process what a killed one was asking", async () => {
  const at = place();
  hooks(at, {}, ["SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse"]);
  const first = startAgent(at, play(at, { text: "I write", tools: [write] }));
  first.type("go");
  await first.until(/y\/a\/n\/t> $/);
  await cutOff(first);
  expect(existsSync(join(at.project, "a.txt"))).toBe(false);

  const second = startAgent(at, ["--continue", ...play(at, { text: "written" }, { text: "more" })]);
  await second.until(/May it use write_file\?[\s\S]*y\/a\/n\/t> $/);
  for (const line of ["y", "go on", "/quit"]) second.type(line);
  const { status, stdout } = await second.ended;
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /PermissionRequest[^\n]*\nMay it use[\s\S]*y\/a\/n\/t> y\n[\s\S]*Agent: written\n> go on\n[\s\S]*Agent: more\n/,
  );
  expect(readFileSync(join(at.project, "a.txt"), "utf8")).toBe("x");
  expect(told(at)).toEqual([
    "SessionStart startup",
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "SessionStart resume",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "UserPromptSubmit",
  ]);
  expect(new Set(heard(at).map(({ session_id }) => session_id)).size).toBe(1);
}, 40_000);

it("runs a tool again that was running, and a hook that was running", async () => {
  const at = place();
  const slow = { type: "command", command: "[ -e again ] || { touch hook-runs; exec sleep 60; }" };
  hooks(at, { PreToolUse: [{ matcher: "write_file", hooks: [slow] }] }, ["PreToolUse", "PostToolUse"]);
  const run = call("command_execute", { command: "[ -e again ] || { touch tool-runs; exec sleep 60; }" });
  const go = ["-p", "--permission-mode", "bypassPermissions"];

  const tool = startAgent(at, [...go, "go", ...play(at, { tools: [run] })]);
  await appears(join(at.project, "tool-runs"));
  await cutOff(tool);
  at.write("again", "");
  const afterTool = await runAgent(at, [...go, "--continue", ...play(at, { text: "ran" })]);
  expect([afterTool.status, afterTool.stdout]).toEqual([0, "ran\n"]);
  expect(told(at)).toEqual(["PreToolUse", "PreToolUse", "PostToolUse"]);

  const other = place();
  hooks(other, { PreToolUse: [{ matcher: "write_file", hooks: [slow] }] }, ["PostToolUse"]);
  const hook = startAgent(other, [...go, "go", ...play(other, { tools: [write] })]);
  await appears(join(other.project, "hook-runs"));
  await cutOff(hook);
  expect(existsSync(join(other.project, "a.txt"))).toBe(false);
  other.write("again", "");
  const afterHook = await runAgent(other, [...go, "--continue", ...play(other, { text: "wrote" })]);
  expect([afterHook.status, afterHook.stdout]).toEqual([0, "wrote\n"]);
  expect(told(other)).toEqual(["PostToolUse"]);
}, 60_000);
