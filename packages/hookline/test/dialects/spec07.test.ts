import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { goesOn } from "../../src/adapters/spec07/index.ts";
import type { Engine, JsonObject, Notice, Registration } from "../../src/index.ts";
import { aWrite, scratch } from "../engine/scratch.ts";
import { isAlive, until } from "../system/command.ts";

const says = (answer: JsonObject) => ({ command: `printf %s '${JSON.stringify(answer)}'` });

/** An engine with hooks of Spec 07 on one event. */
async function withHooks(event: string, hooks: Registration["hooks"], more: Partial<Registration> = {}) {
  const place = scratch();
  const engine = await place.engine();
  engine.register({ dialect: "spec07", event, hooks, ...more });
  return { ...place, engine };
}

const onTool = (more: JsonObject) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...more } });

/** The same answer, given by a function and printed by a command. */
const bothWays = (answer: JsonObject) =>
  [
    ["a function", () => answer],
    ["a command", says(answer)],
  ] as const;

describe("before a tool", () => {
  const refusal = onTool({ permissionDecision: "deny", permissionDecisionReason: "not here" });

  // shows: S-001 S-025 S-049 S-051 S-052 S-063
  it.each(bothWays(refusal))("a deny of %s skips the tool, and says why", async (_name, hook) => {
    const { engine } = await withHooks("PreToolUse", [hook]);
    let ran = false;
    const result = await engine.wrapTool({ name: "Write", input: {} }, () => {
      ran = true;
    });
    expect(ran).toBe(false);
    expect(result).toMatchObject({ ran: false, decision: { verdict: "deny", reason: "not here" } });
  });

  // shows: S-049 S-053 S-064
  it.each(bothWays(onTool({ updatedInput: { file_path: "b.txt" } })))(
    "the input that %s gives is the one that runs",
    async (_name, hook) => {
      const { engine } = await withHooks("PreToolUse", [hook]);
      const call = { name: "Write", input: { file_path: "a.txt", content: "x" } };
      expect((await engine.wrapTool(call, (input) => input)).output).toEqual({ file_path: "b.txt" });
    },
  );

  it("every hook sees the input as the agent gave it", async () => {
    const seen: unknown[] = [];
    const look = ({ tool_input }: JsonObject) => void seen.push(tool_input);
    const { engine } = await withHooks("PreToolUse", [says(onTool({ updatedInput: {} })), look]);
    await engine.fire("PreToolUse", aWrite);
    expect(seen).toEqual([aWrite.tool_input]);
  });

  // shows: S-081
  it("an allow beats an ask, a deny beats both, and nothing said leaves it to the host", async () => {
    const { engine } = await withHooks("PreToolUse", [says(onTool({ permissionDecision: "ask" }))]);
    const asked: string[] = [];
    const call = async () =>
      engine.wrapTool({ name: "Write", input: {} }, () => "ran", {
        permission: ({ verdict }) => {
          asked.push(verdict);
          return { behavior: verdict === "allow" ? "allow" : "deny" };
        },
      });
    expect((await call()).ran).toBe(false);
    const allow = () => ({ decision: "approve" });
    const off = engine.register({ dialect: "spec07", event: "PreToolUse", hooks: [allow] });
    expect((await call()).ran).toBe(true);
    engine.register({ dialect: "spec07", event: "PreToolUse", hooks: [says({ decision: "block" })] });
    expect((await call()).ran).toBe(false);
    off();
    expect(asked).toEqual(["ask", "allow"]);
  });
});

describe("after a tool", () => {
  // shows: S-054 S-055
  it("contexts are collected from before, after and after a failure, each once", async () => {
    const { engine } = await withHooks("PreToolUse", [says(onTool({ additionalContext: "one" }))]);
    const context = (event: string, text: string) =>
      engine.register({
        dialect: "spec07",
        event,
        hooks: [() => ({ hookSpecificOutput: { additionalContext: text } })],
      });
    context("PreToolUse", "two");
    context("PostToolUse", "three");
    context("PostToolUseFailure", "four");
    const good = await engine.wrapTool({ name: "Write", input: {} }, () => "ok");
    expect([...good.decision.context, ...(good.after?.context ?? [])]).toEqual(["one", "two", "three"]);
    const bad = await engine.wrapTool({ name: "Write", input: {} }, () => {
      throw new Error("broken");
    });
    expect(bad.after?.context).toEqual(["four"]);
    expect((await engine.fire("UserPromptSubmit", { prompt: "x" })).context).toEqual([]);
  });

  // shows: S-056
  it("a hook may keep its output from being shown", async () => {
    const { engine } = await withHooks("PostToolUse", [
      says({ suppressOutput: true }),
      () => ({ suppressOutput: false }),
    ]);
    const { after } = await engine.wrapTool({ name: "Write", input: {} }, () => "ok");
    expect(after?.effects).toEqual({ suppressOutput: true });
    expect(after?.messages).toEqual([]);
  });

  // shows: S-057
  it.each(bothWays({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedMCPToolOutput: "less" } }))(
    "%s may replace the output of an MCP tool, and of no other",
    async (_name, hook) => {
      const { engine } = await withHooks("PostToolUse", [hook]);
      const run = (name: string) => engine.wrapTool({ name, input: {} }, () => "much");
      expect((await run("mcp__memory__read")).output).toBe("less");
      const other = await run("Read");
      expect(other.output).toBe("much");
      expect(other.after?.messages).toMatchObject([{ text: expect.stringContaining("MCP") }]);
    },
  );
});

describe("what an event's own output says", () => {
  const tool = { tool_name: "mcp__a__b", tool_input: {} };
  const context = { context: ["c"] };
  const said = { additionalContext: "c" };

  // shows: S-022 S-049
  it.each([
    [
      "PreToolUse",
      tool,
      { ...said, permissionDecision: "allow", updatedInput: { a: 1 } },
      { ...context, verdict: "allow", updatedInput: { a: 1 } },
    ],
    [
      "PostToolUse",
      { ...tool, tool_response: 1 },
      { ...said, updatedMCPToolOutput: "x" },
      { ...context, updatedOutput: "x" },
    ],
    ["PostToolUseFailure", { ...tool, error: "it broke" }, said, context],
    ["UserPromptSubmit", { prompt: "x" }, said, context],
    ["SessionStart", { source: "startup" }, said, context],
    ["SubagentStart", { agent_id: "a", agent_type: "t" }, said, context],
    ["Notification", { message: "m", notification_type: "t" }, said, context],
    [
      "PermissionRequest",
      tool,
      { decision: { behavior: "deny", message: "no" } },
      { verdict: "deny", reason: "no" },
    ],
  ] as const)(
    "%s: is in the decision, from a function and from a command",
    async (event, given, output, decision) => {
      for (const [, hook] of bothWays({ hookSpecificOutput: { hookEventName: event, ...output } })) {
        const { engine } = await withHooks(event, [hook]);
        expect(await engine.fire(event, given)).toMatchObject(decision);
      }
    },
  );
});

describe("when the agent stops", () => {
  /** A loop as hosts write it: it goes on as long as a hook of Stop wants it. */
  async function turns(engine: Engine, most = 20): Promise<string[]> {
    const instructions: string[] = [];
    while (instructions.length < most) {
      const decision = await engine.fire("Stop", { stop_hook_active: instructions.length > 0 });
      if (!goesOn(decision)) break;
      instructions.push(decision.reason);
    }
    return instructions;
  }

  // The origin counted its new tests of the loop; ours are the same cases: stop, deny, input and context, in this file.
  // shows: S-058 S-062 S-066 S-082
  it("any continue: true keeps it working, with its message as the next instruction", async () => {
    const { engine } = await withHooks("Stop", [
      says({ continue: false }),
      ({ stop_hook_active }) => (stop_hook_active ? { continue: true } : undefined),
    ]);
    engine.register({
      dialect: "spec07",
      event: "Stop",
      hooks: [
        ({ stop_hook_active }) =>
          stop_hook_active
            ? undefined
            : { continue: true, systemMessage: "run the tests", reason: "they are red" },
      ],
    });
    // The first ended its own group; a hook that looks at stop_hook_active lets the agent stop the second time.
    expect(await turns(engine)).toEqual(["run the tests\nthey are red"]);
  });

  it("continue: false is what would happen anyway, and takes nothing from a true beside it", async () => {
    const { engine } = await withHooks("SubagentStop", [() => ({ continue: true, reason: "more" })]);
    engine.register({ dialect: "spec07", event: "SubagentStop", hooks: [says({ continue: false })] });
    const decision = await engine.fire("SubagentStop", {
      stop_hook_active: false,
      agent_id: "a",
      agent_type: "t",
      agent_transcript_path: "/t",
    });
    expect(decision).toMatchObject({ verdict: "deny", reason: "more", halt: null });
  });

  it("elsewhere continue: true says nothing, and false ends the turn", async () => {
    const { engine } = await withHooks("PostToolUse", [() => ({ continue: true })]);
    const fire = () => engine.fire("PostToolUse", { ...aWrite, tool_response: {} });
    expect(await fire()).toMatchObject({ verdict: "pass", halt: null });
    engine.register({
      dialect: "spec07",
      event: "PostToolUse",
      hooks: [says({ continue: false, stopReason: "enough" })],
    });
    expect(await fire()).toMatchObject({ verdict: "pass", halt: { reason: "enough" } });
  });
});

describe("what hooks are given", () => {
  // shows: S-019 S-024 S-025 S-042 S-075 S-079 S-080
  it("is the same complete object for functions and commands, whatever the host left out", async () => {
    const seen: unknown[] = [];
    const { engine, project } = await withHooks("PreToolUse", [
      (payload, call) => void seen.push(payload, call.toolUseId),
      { command: "cat > seen.json" },
    ]);
    await engine.fire("PreToolUse", aWrite);
    const printed = JSON.parse(readFileSync(join(project, "seen.json"), "utf8"));
    expect(printed).toEqual({
      session_id: expect.stringMatching(/./),
      transcript_path: "",
      cwd: project,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      ...aWrite,
      tool_use_id: expect.stringMatching(/^toolu_/),
    });
    expect(seen).toEqual([printed, printed.tool_use_id]);
  });

  it("has no tool call where there is none, and is never null", async () => {
    const seen: unknown[] = [];
    const { engine } = await withHooks("Stop", [
      (payload, call) => void seen.push(payload.hook_event_name, call.toolUseId),
    ]);
    await engine.fire("Stop", { stop_hook_active: false });
    expect(seen).toEqual(["Stop", ""]);
  });

  // shows: F-085
  it("is a copy: a function can change neither what others see nor what the host has", async () => {
    const change = (object: unknown) => void Object.assign(Object(object), { file_path: "/etc/passwd" });
    const { engine } = await withHooks("PreToolUse", [
      ({ tool_input }) => change(tool_input),
      (_payload, { event }) => change(event.payload.tool_input),
      (_payload, { event }) => change(event.payload),
    ]);
    const tool_input = { file_path: "a.txt" };
    const { runs, updatedInput } = await engine.fire("PreToolUse", { tool_name: "Write", tool_input });
    expect(runs.map(({ fault }) => fault)).toEqual(["crash", "crash", "crash"]);
    expect([tool_input, updatedInput]).toEqual([{ file_path: "a.txt" }, null]);
  });

  // shows: S-077 S-078 S-079
  it("is checked against the event's row before any hook runs", async () => {
    const { engine } = await withHooks("PreToolUse", [() => undefined]);
    await expect(engine.fire("PreToolUse", { tool_name: 7 } as never)).rejects.toThrow('"tool_name"');
  });
});

describe("events at once", () => {
  // There is no race detector for promises. What it would look for is tried: many events together, while hooks come and go, and each
  // decision is of its own event.
  // shows: S-050 S-073
  it("are kept apart, also while hooks are registered and removed", async () => {
    const { engine } = await withHooks("PreToolUse", [
      async ({ tool_input: input }) => {
        await new Promise((resolve) => setImmediate(resolve));
        return onTool({ updatedInput: { saw: input ?? null } });
      },
      { command: `echo '{"systemMessage":"'$(sed 's/.*"n":\\([0-9]*\\).*/\\1/')'"}'` },
    ]);
    const told: Notice[] = [];
    engine.listen((notice) => void told.push(notice));
    const one = async (n: number) => {
      const off = engine.register({ dialect: "spec07", event: "Stop", hooks: [() => undefined] });
      const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: { n } });
      off();
      return decision;
    };
    const decisions = await Promise.all(Array.from({ length: 40 }, (_, number) => one(number)));
    expect(decisions.map(({ updatedInput }) => updatedInput)).toEqual(
      decisions.map((_, n) => ({ saw: { n } })),
    );
    expect(decisions.map(({ messages }) => messages.map(({ text }) => text))).toEqual(
      decisions.map((_, n) => [`${n}`]),
    );
    await until(() => told.filter(({ type }) => type === "response").length === 80);
    for (const { eventId } of decisions) {
      const types = told.filter((notice) => notice.eventId === eventId).map(({ type }) => type);
      expect([types.filter((type) => type === "started").length, types.at(-1)]).toEqual([2, "response"]);
    }
    expect(new Set(decisions.map(({ eventId }) => eventId)).size).toBe(40);
    expect(engine.hooks).toHaveLength(2);
  });
});

describe("hooks that break", () => {
  // shows: S-047
  it("do not hurt the others, and are told", async () => {
    const { engine } = await withHooks("PreToolUse", [
      () => {
        throw new Error("oops");
      },
      { command: "echo first line >&2; echo second >&2; exit 2" },
      { command: "echo '{broken'" },
      { command: "./not-there" },
      says({ decision: "block", reason: "the last one" }),
    ]);
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(decision).toMatchObject({ verdict: "deny", reason: "the last one" });
    expect(decision.runs.map(({ fault }) => fault)).toEqual(["crash", "crash", "malformed", "spawn", null]);
    expect(decision.messages.map(({ text }) => text)).toEqual([
      expect.stringContaining("oops"),
      expect.stringContaining("exit code 2: first line"),
      expect.stringContaining("malformed"),
      expect.stringContaining("not-there"),
    ]);
  });

  it("may block, if they say so", async () => {
    const { engine } = await withHooks("PreToolUse", [{ command: "exit 2", onFailure: "block" }]);
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });

  // shows: S-027
  it("end when the caller cancels, and nothing of them is left", async () => {
    const { engine, project } = await withHooks("PreToolUse", [
      { command: "sleep 60 & echo $! > pid; touch begun; wait" },
      { command: "touch second" },
    ]);
    const controller = new AbortController();
    engine.listen(({ type }) => {
      if (type === "started")
        void until(() => existsSync(join(project, "begun"))).then(() => controller.abort());
    });
    const { runs } = await engine.fire("PreToolUse", aWrite, { signal: controller.signal });
    expect(runs.map(({ fault }) => fault)).toEqual(["cancelled", "cancelled"]);
    expect(existsSync(join(project, "second"))).toBe(false);
    const pid = Number(readFileSync(join(project, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(false);
  });
});
