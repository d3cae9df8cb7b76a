import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { wingman } from "../../src/dialects/wingman.ts";
import type { EngineOptions } from "../../src/index.ts";
import { cli } from "../e2e/run-cli.ts";
import { scratch } from "../engine/scratch.ts";
import { root } from "../house/pages.ts";
import { exampleDecision } from "../pipeline/examples.ts";
import { isAlive, until } from "../system/command.ts";
import { serveHttp } from "../system/loopback-server.ts";
import { done, ran } from "./wingman-project.ts";

const config = ".wingman/wingman.config.json";
const entry = (command: string, more: object = {}) => ({ type: "command", command, ...more });
const group = (...commands: string[]) => ({ hooks: commands.map((command) => entry(command)) });
const aCall = { tool_name: "write_file", tool_input: { file_path: "a.ts" } };

/** A project with these hooks in its team's file. */
async function withHooks(hooks: object, options: EngineOptions = {}) {
  const place = scratch();
  place.write(config, { hooks });
  const engine = await place.engine({ dialects: ["wingman"], ...options });
  const log = () => readFileSync(join(place.project, "log"), "utf8").split("\n").slice(0, -1);
  return { ...place, engine, log };
}

describe("exit codes", () => {
  // shows: W-008 W-009 W-063 W-064 W-065 W-099 W-132
  it("2 blocks before a tool and is only told after one and on Stop; every other code goes on", async () => {
    for (const [code, blocked] of [
      [0, false],
      [1, false],
      [2, true],
      [3, false],
      [255, false],
    ] as const) {
      const command = `echo said >&2; exit ${code}`;
      const { engine } = await withHooks({
        PreToolUse: [group(command)],
        PostToolUse: [group(command)],
        Stop: [group(command)],
      });
      const call = { name: "write_file", input: {} };
      const result = await engine.wrapTool(call, () => "the result");
      expect([code, result.ran, result.decision.reason]).toEqual([code, !blocked, blocked ? "said" : ""]);
      expect(await engine.fire("PostToolUse", ran("ls", {}))).toMatchObject({ verdict: "pass", halt: null });
      expect(await engine.fire("Stop", done)).toMatchObject({ verdict: "pass", halt: null, reason: "" });
      await engine.drain();
      const { messages } = await engine.fire("PreToolUse", aCall);
      expect(messages.some(({ text }) => text.includes("said"))).toBe(code !== 0);
    }
  });

  // shows: W-063 W-125
  it("a hook that succeeds lets its tool run, which the original blocked with the code it took for none", async () => {
    const { engine } = await withHooks({ PreToolUse: [group("exit 0", "true", "echo fine")] });
    const result = await engine.wrapTool({ name: "write_file", input: {} }, () => "the result");
    expect(result).toMatchObject({ ran: true, output: "the result", decision: { messages: [] } });
    expect(result.decision.runs.map(({ exitCode, status }) => [exitCode, status])).toEqual([
      [0, "ok"],
      [0, "ok"],
      [0, "ok"],
    ]);
  });
});

describe("what a hook reads on stdin", () => {
  const reading = { hooks: [entry("cat >>log")] };
  const hooks = { PreToolUse: [reading], PostToolUse: [reading], Stop: [reading] };

  // shows: W-059 W-060 W-061 W-062 W-127 W-131 W-168
  it("is the session, with a tool its call, and the output after it alone", async () => {
    const { engine, log, project } = await withHooks(hooks, { sessionId: "s-1" });
    const input = { file_path: "a.ts", content: "x" };
    const call = { name: "write_file", input, id: "t-1" };
    await engine.wrapTool(call, () => ({ written: 1 }), { payload: { agent_type: "coder" } });
    await engine.drain();
    expect(await engine.fire("Stop", { ...done, ...aCall, last_assistant_message: "done" })).toMatchObject({
      verdict: "pass",
      messages: [],
    });
    await engine.drain();
    const session = { session_id: "s-1", cwd: project };
    const tool = { tool_name: "write_file", tool_use_id: "t-1", tool_input: input };
    expect(log().map((line) => JSON.parse(line))).toEqual([
      { ...session, hook_event_name: "PreToolUse", ...tool },
      { ...session, hook_event_name: "PostToolUse", ...tool, tool_output: { written: 1 } },
      { ...session, hook_event_name: "Stop" },
    ]);
  });

  // shows: W-060 W-061 W-129 W-131
  it("has names for the session and the call where the host gives none", async () => {
    const { engine, log } = await withHooks(hooks);
    await engine.fire("PreToolUse", aCall);
    await engine.fire("PreToolUse", aCall);
    const [one, other] = log().map((line) => JSON.parse(line));
    expect(one.session_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect(other.session_id).toBe(one.session_id);
    expect(one.tool_use_id).toMatch(/^toolu_/);
    expect(other.tool_use_id).not.toBe(one.tool_use_id);
  });
});

describe("one hook after the other", () => {
  // shows: W-072 W-141
  it("three run in order, and one that fails does not touch the others", async () => {
    const { engine, log } = await withHooks({
      PreToolUse: [group("echo 1 >>log", "echo 2 >>log; exit 1"), group("sleep 0.1; echo 3 >>log")],
    });
    const { verdict, runs } = await engine.fire("PreToolUse", aCall);
    expect(log()).toEqual(["1", "2", "3"]);
    expect([verdict, runs.map(({ fault }) => fault)]).toEqual(["pass", [null, "crash", null]]);
  });

  // shows: W-125
  it("a block ends the chain, and those after it are said to be skipped", async () => {
    const { engine, log } = await withHooks({
      PreToolUse: [group("echo 1 >>log; exit 2"), group("echo 2 >>log")],
    });
    const { verdict, skipped } = await engine.fire("PreToolUse", aCall);
    expect([verdict, log()]).toEqual(["deny", ["1"]]);
    expect(skipped).toMatchObject([{ why: expect.stringMatching(/^PreToolUse-\w+ blocked before it$/) }]);
  });

  // shows: W-085 W-126 W-072
  it("those that nobody waits for run in order too, each with its own time, and a failure stops none", async () => {
    const { engine, log } = await withHooks({
      PostToolUse: [
        {
          hooks: [
            entry("sleep 1.1; echo formatted >>log", { timeout: 2 }),
            entry("sleep 1.1; echo linted >>log; exit 2", { timeout: 2 }),
          ],
        },
        group("echo logged >>log"),
      ],
    });
    const { runs } = await engine.fire("PostToolUse", ran("write_file", {}));
    expect(runs.map(({ status }) => status)).toEqual(Array(3).fill("background"));
    await engine.drain();
    expect(log()).toEqual(["formatted", "linted", "logged"]);
  });

  it("what an endpoint answers is no answer either", async () => {
    const server = await serveHttp((_request, response) => void response.end('{"decision":"block"}'));
    onTestFinished(() => server.close());
    const { engine } = await withHooks({ PreToolUse: [{ hooks: [{ type: "http", url: server.url.href }] }] });
    const { verdict, runs } = await engine.fire("PreToolUse", aCall);
    expect([verdict, runs.map(({ status }) => status)]).toEqual(["pass", ["ok"]]);
  });

  // shows: W-050
  it("PostToolUse is for tools that have succeeded", async () => {
    const { engine, project } = await withHooks({ PostToolUse: [group("touch fired")] });
    const failing = await engine.wrapTool({ name: "write_file", input: {} }, () => {
      throw new Error("disk full");
    });
    await engine.drain();
    expect([failing.ran, existsSync(join(project, "fired"))]).toEqual([true, false]);
  });
});

describe("hooks cannot hold or break the agent", () => {
  // shows: W-075 W-076 W-079 W-101 W-132 W-138
  it("one that ignores signals is killed with all its processes when its time is over, and the tool runs", async () => {
    // A kill that is hard lets nobody tidy up first.
    const stubborn = "trap 'touch asked' TERM INT HUP; sleep 100 & echo $! >child; wait; sleep 100";
    const { engine, project } = await withHooks({
      PreToolUse: [{ hooks: [entry(stubborn, { timeout: 1 })] }],
    });
    const began = performance.now();
    const result = await engine.wrapTool({ name: "write_file", input: {} }, () => "the result");
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(result).toMatchObject({ ran: true, decision: { runs: [{ fault: "timeout" }] } });
    expect(result.decision.messages).toMatchObject([
      { level: "warn", text: expect.stringContaining("timeout") },
    ]);
    const child = Number(readFileSync(join(project, "child"), "utf8"));
    expect([isAlive(child), existsSync(join(project, "asked"))]).toEqual([false, false]);
  });

  // shows: W-099 W-103
  it("one that does not read a large payload, and one without its folder, leave the agent alone", async () => {
    const { engine } = await withHooks({
      PreToolUse: [{ hooks: [entry("exec <&-; exit 0"), entry("true"), entry("true", { cwd: "gone" })] }],
    });
    for (let time = 0; time < 5; time++) {
      const input = { file_path: "a.ts", content: "x".repeat(2_000_000) };
      const { runs } = await engine.fire("PreToolUse", { tool_name: "write_file", tool_input: input });
      expect(runs.map(({ fault }) => fault)).toEqual([null, null, "spawn"]);
    }
  });

  it("what it prints last is not lost", async () => {
    const { engine } = await withHooks({
      PreToolUse: [group("i=0; while [ $i -lt 400 ]; do echo line $i; i=$((i+1)); done >&2; exit 2")],
    });
    const { reason } = await engine.fire("PreToolUse", aCall);
    expect(reason.split("\n")).toEqual(Array.from({ length: 400 }, (_, index) => `line ${index}`));
  });

  // shows: W-136 W-034
  it("Stop hooks are not lost when the process ends: hookline fire waits for them", async () => {
    const { project, env } = await withHooks({ Stop: [group("sleep 0.5; echo done >tested")] });
    const ended = await cli(["fire", "Stop", "--trust", "--dialect", "wingman"], {
      cwd: project,
      env,
      input: JSON.stringify(done),
    });
    expect([ended.status, existsSync(join(project, "tested"))]).toEqual([0, true]);
    expect(ended.stdout).toContain("in the background");
  });

  it("nor are they in a program that ends without a word: it lives until they have ended", async () => {
    const { project, env } = await withHooks({ Stop: [group("sleep 0.3; echo 1 >>log", "echo 2 >>log")] });
    const code = `import { createEngine } from "hookline";
      const engine = await createEngine({ cwd: process.argv[1], trust: "all" });
      await engine.fire("Stop", { stop_hook_active: false });`;
    const args = ["--input-type=module", "-e", code, project];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readFileSync(join(project, "log"), "utf8")).toBe("1\n2\n");
  });

  it("closing ends what still runs", async () => {
    const running = "sleep 60 & echo $! >child; echo $$ >shell; wait";
    const { engine, project } = await withHooks({ Stop: [group(running, "touch never")] });
    await engine.fire("Stop", done);
    const pid = (name: string) => Number(readFileSync(join(project, name), "utf8"));
    await until(() => existsSync(join(project, "shell")) && pid("shell") > 0);
    await engine.close();
    expect([isAlive(pid("shell")), isAlive(pid("child"))]).toEqual([false, false]);
    expect(existsSync(join(project, "never"))).toBe(false);
  });
});

describe("Wingman's own language", () => {
  it("is read: the output has another name, and Stop needs nothing", () => {
    const wire = { session_id: "s", cwd: "/w", ...aCall, tool_use_id: "t" };
    expect(wingman.decode({ ...wire, hook_event_name: "PostToolUse", tool_output: [1] })).toEqual({
      event: "PostToolUse",
      payload: { ...wire, tool_response: [1] },
    });
    const { event, payload } = wingman.decode({ session_id: "s", cwd: "/w", hook_event_name: "Stop" });
    expect([event, payload]).toEqual(["Stop", { stop_hook_active: false, session_id: "s", cwd: "/w" }]);
    expect(wingman.decode({}).event).toBe("");
  });

  it("is written: exit 2 with the reason on stderr for everything that it must not go on with", () => {
    const encode = (more: object) => wingman.encode(exampleDecision(more));
    expect(encode({})).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(encode({ verdict: "allow" }).exitCode).toBe(0);
    expect(encode({ verdict: "deny", reason: "no" })).toMatchObject({ stderr: "no\n", exitCode: 2 });
    expect(encode({ verdict: "ask", reason: "sure?" })).toMatchObject({ stderr: "sure?\n", exitCode: 2 });
    expect(encode({ verdict: "defer" }).exitCode).toBe(2);
    expect(encode({ halt: { reason: "enough" } })).toMatchObject({ stderr: "enough\n", exitCode: 2 });
    expect(encode({ updatedInput: { a: 1 } })).toMatchObject({
      stderr: expect.stringContaining("changed the input"),
      exitCode: 2,
    });
    const messages = [{ level: "warn", text: "slow", hook: "x" }];
    expect(encode({ messages })).toEqual({ stdout: "", stderr: "slow\n", exitCode: 0 });
  });
});
