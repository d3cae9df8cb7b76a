import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { wingman } from "../../src/dialects/wingman.ts";
import { cli } from "../e2e/run-cli.ts";
import { scratch } from "../engine/scratch.ts";
import { root } from "../house/pages.ts";
import { exampleEvent } from "../pipeline/examples.ts";
import { isAlive } from "../system/command.ts";
import { serveHttp } from "../system/loopback-server.ts";
import { exampleDecision } from "./wingman-decision.ts";
import { done, ran } from "./wingman-project.ts";

const config = ".wingman/wingman.config.json";
const entry = (command: string, more: object = {}) => ({ type: "command", command, ...more });
const group = (...commands: string[]) => ({ hooks: commands.map((command) => entry(command)) });
const aCall = { tool_name: "write_file", tool_input: { file_path: "a.ts" } };

/** A project with these hooks in its team's file. */
async function withHooks(hooks: object) {
  const place = scratch();
  place.write(config, { hooks });
  const engine = await place.engine({ dialects: ["wingman"] });
  const log = () => readFileSync(join(place.project, "log"), "utf8").split("\n").slice(0, -1);
  return { ...place, engine, log };
}

describe("exit codes", () => {
  // shows: W-009 W-063 W-064 W-065 W-099 W-132
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

  // shows: W-062 W-127 W-168
  it("the tool's output is for PostToolUse alone, and Stop has the session only", () => {
    const payload = { session_id: "s", cwd: "/w", ...aCall, tool_response: "out", stop_hook_active: true };
    const shown = (name: string) => {
      const event = exampleEvent(name, { ...payload, hook_event_name: name });
      return wingman.present(event, { projectDir: "/w", at: 0 }).payload;
    };
    const common = { session_id: "s", cwd: "/w" };
    expect(shown("PreToolUse")).toEqual({ ...common, hook_event_name: "PreToolUse", ...aCall });
    expect(shown("PostToolUse")).toMatchObject({ tool_output: "out" });
    expect(shown("Stop")).toEqual({ ...common, hook_event_name: "Stop" });
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
            entry("sleep 0.8; echo formatted >>log", { timeout: 1 }),
            entry("sleep 0.8; echo linted >>log; exit 2", { timeout: 1 }),
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
    const stubborn = "trap '' TERM INT HUP; sleep 100 & echo $! >child; wait; sleep 100";
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
    expect(isAlive(child)).toBe(false);
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
    const { engine, project } = await withHooks({ Stop: [group("sleep 0.5; touch late", "touch never")] });
    await engine.fire("Stop", done);
    await engine.close();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect([existsSync(join(project, "late")), existsSync(join(project, "never"))]).toEqual([false, false]);
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
