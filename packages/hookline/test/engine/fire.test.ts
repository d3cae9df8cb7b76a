import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Decision,
  defineDialect,
  defineEvent,
  defineRunner,
  defineTool,
  native,
} from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

const answer = (specific: object) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...specific } })}'`;

// Ours for Wingman's HookExecutor: fire is executeHooksForEvent and executeStopHooks, the runner of commands is executeHook and runCommand.
// shows: W-116 W-123
describe("fire", () => {
  // shows: W-001 W-008 W-084 F-002 F-040 F-041 F-097 F-128 F-135 G-011 G-022 G-064 C-043
  it("gives the decision of a real command, with every field of the contract", async () => {
    const { engine, project } = scratch(commands("echo no >&2; exit 2"));
    const decision = await (await engine()).fire("PreToolUse", aWrite);
    expect(Object.keys(decision)).toEqual([
      "event", "eventId", "verdict", "reason", "halt", "updatedInput", "updatedOutput", "updatedPrompt", "inputDigest",
      "context", "messages", "effects", "runs", "skipped", "diagnostics", "durationMs",
    ]); // biome-ignore format: one line for each part of the table
    expect(decision).toMatchObject({
      event: "PreToolUse",
      verdict: "deny",
      reason: "no",
      halt: null,
      diagnostics: [],
    });
    expect(decision.eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(decision.inputDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(decision.runs).toHaveLength(1);
    expect(Object.keys(decision.runs[0] ?? {})).toEqual([
      "hook", "source", "dialect", "type", "mode", "status", "fault", "exitCode", "signal", "durationMs", "verdict",
      "reason", "stdout", "stderr", "truncated", "left",
    ]); // biome-ignore format: as above
    expect(decision.runs[0]).toMatchObject({
      status: "ok",
      exitCode: 2,
      verdict: "deny",
      stderr: "no\n",
      source: ".hookline/hooks.json:6:11",
    });
    expect(project).not.toBe("");
  });

  // Ours for Wingman's InputBuilder: the event is completed, and presented in the words of the hook's dialect.
  // shows: W-059 W-060 W-061 W-124 W-131 F-036 F-043 S-025 S-080 F-004
  it("tells a hook what happens on stdin and in its environment", async () => {
    const { engine, project, home } = scratch(commands("cat > in.json; env > env.txt; pwd > pwd.txt"));
    const decision = await (await engine({ sessionId: "s-1" })).fire("PreToolUse", aWrite);
    const text = readFileSync(join(project, "in.json"), "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.trim()).not.toContain("\n");
    expect(JSON.parse(text)).toEqual({
      session_id: "s-1",
      cwd: project,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_use_id: expect.stringMatching(/^toolu_/),
      ...aWrite,
    });
    const env = readFileSync(join(project, "env.txt"), "utf8");
    for (const line of [
      `HOOKLINE_PROJECT_DIR=${project}`,
      `CLAUDE_PROJECT_DIR=${project}`,
      `HOOKLINE_EVENT_ID=${decision.eventId}`,
      `HOME=${home}`,
      "HOOKLINE_DEPTH=1",
      "SHLVL=1",
    ]) {
      expect(env.split("\n")).toContain(line);
    }
    expect(readFileSync(join(project, "pwd.txt"), "utf8").trim()).toBe(project);
  });

  // shows: G-089 W-132 G-025
  it("runs all hooks at once and reports them in configuration order", async () => {
    // Each waits for the other: one after the other they could not end.
    const wait = (mine: string, other: string) =>
      `touch ${mine}; while [ ! -e ${other} ]; do sleep 0.01; done; echo ${mine} >&2; exit 2`;
    const { engine } = scratch(commands(`${wait("a", "b")}; sleep 0.1`, wait("b", "a")));
    const decision = await (await engine()).fire("PreToolUse", aWrite);
    expect(decision.reason).toBe("a\nb");
  });

  // shows: G-089
  it("hands the rewrite of a hook to the next one of a sequential group, and freezes the result", async () => {
    const { engine, project } = scratch({
      PreToolUse: [
        {
          sequential: true,
          hooks: [
            { type: "command", command: answer({ updatedInput: { file_path: "b.txt" } }) },
            {
              type: "command",
              command: `cat > seen.json; ${answer({ updatedInput: { file_path: "c.txt" } })}`,
            },
          ],
        },
      ],
    });
    const decision = await (await engine()).fire("PreToolUse", aWrite);
    expect(JSON.parse(readFileSync(join(project, "seen.json"), "utf8")).tool_input).toEqual({
      file_path: "b.txt",
    });
    expect(decision.updatedInput).toEqual({ file_path: "c.txt" });
    expect(Object.isFrozen(decision.updatedInput)).toBe(true);
    expect(decision.messages).toEqual([]);
  });

  it("stops after a block in a dialect that does, and says what did not run", async () => {
    const stopping = defineDialect({ ...native, name: "stopping", order: "sequential", afterBlock: "stop" });
    const { engine } = scratch(commands("exit 2", "touch ran"));
    const running = await engine({ dialects: [stopping] });
    const decision = await running.fire("PreToolUse", aWrite);
    expect(decision.runs).toHaveLength(1);
    expect(decision.skipped).toMatchObject([{ why: expect.stringContaining("blocked before it") }]);
  });

  it.each([
    ["an unknown event", "PreTolUse", {}, "did you mean PreToolUse?"],
    ["a payload without its tool", "PreToolUse", { tool_input: {} }, '"tool_name"'],
    ["a payload of another event", "PreToolUse", { ...aWrite, hook_event_name: "Stop" }, "hook_event_name"],
  ])("rejects %s", async (_what, name, payload, text) => {
    const engine = await scratch(commands("true")).engine();
    await expect(engine.fire(name, payload)).rejects.toThrow(text);
  });

  it("rejects after close, and close ends what runs", async () => {
    const { engine, project } = scratch(commands("touch started; sleep 30"));
    const running = await engine();
    const fired = running.fire("PreToolUse", aWrite);
    while (!existsSync(join(project, "started"))) await new Promise((resolve) => setTimeout(resolve, 5));
    await running.close();
    expect((await fired).runs).toMatchObject([{ status: "fault", fault: "cancelled" }]);
    await expect(running.fire("PreToolUse", aWrite)).rejects.toThrow("closed");
  });

  // shows: S-027
  it("cancels by the caller's signal", async () => {
    const { engine, project } = scratch(commands("touch started; sleep 30"));
    const stop = new AbortController();
    const fired = (await engine()).fire("PreToolUse", aWrite, { signal: stop.signal });
    while (!existsSync(join(project, "started"))) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect((await fired).runs).toMatchObject([{ fault: "cancelled" }]);
    const already = await (await engine()).fire("PreToolUse", aWrite, { signal: AbortSignal.abort() });
    expect(already.runs).toMatchObject([{ fault: "cancelled" }]);
  });

  // shows: W-075 W-079 W-101 W-132 W-138 F-049 F-087 F-119 F-131 F-138 G-046 C-069 C-084 C-092 S-044
  it("settles in time when a hook does not, and the budget of the event holds for all", async () => {
    const { engine } = scratch(
      commands(
        { command: "sleep 30", timeout: 0.2 },
        { command: "trap '' TERM; sleep 30; true", timeout: 0.2 },
      ),
    );
    const running = await engine();
    const began = performance.now();
    const { runs } = await running.fire("PreToolUse", aWrite);
    expect(runs).toMatchObject([{ fault: "timeout" }, { fault: "timeout" }]);
    expect(performance.now() - began).toBeLessThan(5_000);
    const slow = scratch(commands("sleep 30"));
    const budgeted = await (await slow.engine()).fire("PreToolUse", aWrite, { budgetMs: 100 });
    expect(budgeted.runs).toMatchObject([{ fault: "timeout", reason: expect.stringContaining("budget") }]);
  });

  it("settles in time whatever a runner of the host does", async () => {
    const hanging = defineRunner({
      type: "hang",
      summary: "never ends",
      fields: {},
      identity: [],
      run: () => new Promise(() => {}),
    });
    const throwing = defineRunner({
      type: "throw",
      summary: "throws",
      fields: {},
      identity: [],
      run: () => Promise.reject(new Error("oops")),
    });
    const { engine } = scratch({
      PreToolUse: [{ hooks: [{ type: "hang", timeout: 0.05 }, { type: "throw" }] }],
    });
    const { runs } = await (await engine({ runners: [hanging, throwing] })).fire("PreToolUse", aWrite);
    expect(runs).toMatchObject([{ fault: "timeout" }, { fault: "crash", reason: "oops" }]);
  });

  // shows: F-123
  it("does not start hooks three deep, and counts by environment or by option", async () => {
    const { engine, env } = scratch(commands({ command: "true", onFailure: "block" }));
    const deep = await engine({ env: { ...env, HOOKLINE_DEPTH: "3" } });
    const decision = await deep.fire("PreToolUse", aWrite);
    expect(decision).toMatchObject({ verdict: "deny", runs: [{ fault: "resource", status: "fault" }] });
    expect((await deep.fire("PreToolUse", aWrite, { depth: 2 })).runs).toMatchObject([{ status: "ok" }]);
  });

  // shows: W-005
  it("runs more hooks than it has places for, each with its own deadline", async () => {
    const lines = Array.from({ length: 80 }, (_, number) => ({
      command: `: ${number}; sleep 0.2`,
      timeout: 10,
    }));
    const decision = await (await scratch(commands(...lines)).engine()).fire("PreToolUse", aWrite);
    expect(decision.runs.filter(({ status }) => status === "ok")).toHaveLength(80);
  });

  // shows: W-005 W-103
  it("loses no hook when many events come at once: each one ends as its command does", async () => {
    const ends = ["exit 0", "cat", "cat >/dev/null", "exec <&-; exit 0", "echo no >&2; exit 2", "exit 1"];
    const engine = await scratch(commands(...ends)).engine();
    const decisions = await Promise.all(Array.from({ length: 30 }, () => engine.fire("PreToolUse", aWrite)));
    for (const { verdict, runs } of decisions) {
      expect(verdict).toBe("deny");
      expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 2, 1]);
    }
    // A hook fails if its own command does, and for no other reason.
    const faults = decisions.flatMap(({ runs }) => runs.flatMap(({ fault }) => fault ?? []));
    expect(faults).toEqual(Array(30).fill("crash"));
  });

  // shows: G-097
  it("takes the host's own events, tools and dialects", async () => {
    const deploy = defineEvent({
      name: "Deploy",
      summary: "About to deploy.",
      payload: { target: "string" },
      subject: "target",
      deny: "stop",
      answer: {},
    });
    const tool = defineTool({ name: "Terminal", kind: "shell", command: ["line"] });
    const { engine } = scratch({
      Deploy: [{ matcher: "prod", hooks: [{ type: "command", command: "exit 2" }] }],
      PreToolUse: [{ hooks: [{ type: "command", if: "Bash(rm *)", command: "exit 2" }] }],
    });
    const running = await engine({ events: [deploy], tools: [tool] });
    expect((await running.fire("Deploy", { target: "prod" })).verdict).toBe("deny");
    expect((await running.fire("Deploy", { target: "test" })).verdict).toBe("pass");
    expect(
      (await running.fire("PreToolUse", { tool_name: "Terminal", tool_input: { line: "rm x" } })).verdict,
    ).toBe("deny");
    await expect(engine({ dialects: ["nothing"] })).rejects.toThrow('no dialect "nothing"');
    await expect(
      engine({
        runners: [
          defineRunner({
            type: "http",
            summary: "",
            fields: {},
            identity: [],
            run: () => new Promise(() => {}),
          }),
        ],
      }),
    ).rejects.toThrow("exists already");
  });

  // shows: G-026 G-027 C-048
  it("previews by the same plan, without running anything", async () => {
    const { engine, project } = scratch({
      PreToolUse: [
        { matcher: "Write", hooks: [{ type: "command", command: "touch ran" }] },
        { matcher: "Read", hooks: [{ type: "command", command: "true" }] },
      ],
    });
    const { plan, unmatched } = (await engine()).preview("PreToolUse", aWrite);
    expect(plan.lanes[0]?.strands.flat()).toHaveLength(1);
    expect(unmatched.map(({ matcher }) => matcher.pattern)).toEqual(["Read"]);
    expect(existsSync(join(project, "ran"))).toBe(false);
  });
});

describe("what is too long", () => {
  // shows: G-049
  it("is cut, and the whole lies in a private file that the text names", async () => {
    const big = `node -e 'process.stderr.write("r".repeat(20000)); process.exit(2)'`;
    const context = `node -e 'console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",additionalContext:"c".repeat(10001)}}))'`;
    const { engine } = scratch(commands(big, context));
    const decision: Decision = await (await engine()).fire("PreToolUse", aWrite);
    expect(decision.reason.length).toBeLessThanOrEqual(10_000);
    const path = /is in (\S+)$/.exec(decision.reason)?.[1] ?? "";
    expect(readFileSync(path, "utf8")).toBe("r".repeat(20_000));
    expect(decision.context[0]).toMatch(/^c{2000}\n… the whole text \(10001 characters\) is in /);
  });
});
