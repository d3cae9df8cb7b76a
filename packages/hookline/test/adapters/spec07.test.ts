import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type AsyncHookOutput,
  createRunner,
  goesOn,
  type HookCallback,
  type HookEvent,
  type HookInput,
  type HookOutput,
  type HookResult,
  type HookRunner,
  hookResults,
  hookRunner,
  noHooks,
  permissionChecker,
  permissionOf,
  type SyncHookOutput,
} from "../../src/adapters/spec07/index.ts";
import type { Decision, JsonObject, Notice } from "../../src/index.ts";
import { verdicts } from "../../src/index.ts";
import { aWrite, scratch } from "../engine/scratch.ts";
import { until } from "../system/command.ts";

const says = (answer: JsonObject) => ({ command: `printf %s '${JSON.stringify(answer)}'` });
const whole = {
  continue: false,
  suppressOutput: true,
  stopReason: "enough",
  decision: "block",
  systemMessage: "hi",
  reason: "because",
  hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "c" },
} as const satisfies JsonObject;

describe("the results of a decision", () => {
  // shows: S-002 S-018 S-033
  it.each([
    ["a function", () => whole],
    ["a command", says(whole)],
  ])("hold every field that %s gave", async (_name, hook) => {
    const engine = await scratch().engine();
    engine.register({ dialect: "spec07", event: "PreToolUse", hooks: [hook] });
    expect(await hookRunner(engine).fire("PreToolUse", aWrite)).toEqual([
      {
        decision: "deny",
        message: "because",
        continue: false,
        systemMessage: "hi",
        suppressOutput: true,
        stopReason: "enough",
        reason: "because",
        hookSpecificOutput: whole.hookSpecificOutput,
      } satisfies HookResult,
    ]);
  });

  it("say nothing where a hook said nothing, and leave out what broke, runs behind, or does not count", async () => {
    const engine = await scratch().engine();
    const block = says({ decision: "block" });
    engine.register({
      dialect: "spec07",
      event: "PreToolUse",
      hooks: [
        { command: "true" },
        { command: "exit 1" },
        { ...block, mode: "warn" },
        { command: "true", async: true },
      ],
    });
    expect(await hookRunner(engine).fire("PreToolUse", aWrite)).toEqual([
      {
        decision: "",
        message: "",
        continue: null,
        systemMessage: "",
        suppressOutput: null,
        stopReason: "",
        reason: "",
        hookSpecificOutput: null,
      },
    ]);
    await engine.drain();
  });

  it("hold an answer that is too long for a report, and that of a decision which was read from a file", async () => {
    const engine = await scratch().engine();
    const content = "x".repeat(100_000);
    const answer = { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { content } } };
    engine.register({
      dialect: "spec07",
      event: "PreToolUse",
      hooks: [says(answer), says({ systemMessage: "hi" })],
    });
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(decision.runs[0]?.truncated).toBe(true);
    expect(hookResults(decision)).toMatchObject([answer, { systemMessage: "hi" }]);
    const copy: Decision = JSON.parse(JSON.stringify(decision));
    expect(hookResults(copy)).toMatchObject([{ hookSpecificOutput: null }, { systemMessage: "hi" }]);
  });

  it("keep the agent from stopping as the decision does", async () => {
    const engine = await scratch().engine();
    const runner = hookRunner(engine);
    const stop = () => runner.fire("Stop", { stop_hook_active: false });
    engine.register({
      dialect: "spec07",
      event: "Stop",
      hooks: [says({ continue: true, systemMessage: "more" })],
    });
    expect(await stop()).toMatchObject([
      { decision: "", continue: true, systemMessage: "more", reason: "more" },
    ]);
    // A hook of another dialect that ends the turn goes before all others.
    engine.register({ event: "Stop", hooks: [() => ({ halt: "enough" })] });
    expect((await stop()).map((one) => one.continue)).toEqual([false, null]);
  });
});

describe("the permission of a decision", () => {
  const anyRun = fc.record({
    verdict: fc.constantFrom(...verdicts),
    own: fc.boolean(),
    fails: fc.boolean(),
    halt: fc.boolean(),
  });

  // shows: S-081
  it("is the first deny, else the first allow, else ask, also for who reads the results one by one", async () => {
    const engine = await scratch().engine();
    await fc.assert(
      fc.asyncProperty(fc.array(anyRun, { maxLength: 5 }), async (runs) => {
        const offs = runs.map(({ verdict, own, fails, halt }) =>
          engine.register({
            dialect: own ? "native" : "spec07",
            event: "PreToolUse",
            onFailure: "block",
            hooks: [
              () => {
                if (fails) throw new Error("oops");
                return { verdict, reason: verdict, halt };
              },
            ],
          }),
        );
        const decision = await engine.fire("PreToolUse", aWrite);
        for (const off of offs) off();
        const words = hookResults(decision).map((one) => one.decision);
        const read = words.includes("deny") ? "deny" : words.includes("allow") ? "allow" : "ask";
        expect(read).toBe(permissionOf(decision).behavior);
        const { verdict, halt } = decision;
        const may = verdict === "allow" && halt === null ? "allow" : "ask";
        expect(read).toBe(verdict === "deny" || halt !== null ? "deny" : may);
      }),
      { numRuns: 60 },
    );
  });

  it("says why", async () => {
    const engine = await scratch().engine();
    const off = engine.register({
      dialect: "spec07",
      event: "PreToolUse",
      hooks: [() => ({ continue: false })],
    });
    const fire = async () => permissionOf(await engine.fire("PreToolUse", aWrite));
    expect(await fire()).toEqual({ behavior: "deny", message: "a hook ends the turn" });
    off();
    expect(await fire()).toEqual({ behavior: "ask", message: "" });
  });

  // shows: S-005
  it("is what a checker obeys: hooks of PermissionRequest decide before the person is asked", async () => {
    const engine = await scratch().engine();
    let asked = 0;
    const permission = permissionChecker(engine, () => {
      asked++;
      return { behavior: "deny", message: "no, says the person" };
    });
    const run = () =>
      engine.wrapTool({ name: "Write", input: { file_path: "a" } }, (input) => input, { permission });
    const on = (event: string, answer: JsonObject) =>
      engine.register({ dialect: "spec07", event, hooks: [says(answer)] });
    expect(await run()).toMatchObject({ ran: false, decision: { reason: "no, says the person" } });
    const updated = { behavior: "allow", updatedInput: { file_path: "b" } };
    const off = on("PermissionRequest", { hookSpecificOutput: { decision: updated } });
    expect(await run()).toMatchObject({ ran: true, output: { file_path: "b" } });
    off();
    const offBlock = on("PermissionRequest", { decision: "block", reason: "no, says the hook" });
    expect(await run()).toMatchObject({ ran: false, decision: { reason: "no, says the hook" } });
    offBlock();
    expect(asked).toBe(1);
    on("PreToolUse", { decision: "approve" });
    expect((await run()).ran).toBe(true);
    expect(asked).toBe(1);
  });
});

describe("a runner", () => {
  // shows: S-003
  it("without hooks gives nothing for any event", async () => {
    expect(await noHooks.fire("PreToolUse", aWrite)).toEqual([]);
    expect(await noHooks.fire("Stop", { stop_hook_active: false })).toEqual([]);
  });

  // The origin took a session and a folder and used neither. Where it names callbacks by their ids, a group of ours holds them itself.
  // shows: S-001 S-007 S-009 S-029 S-041 S-046 S-067 S-071 S-076
  it("is made of hooks by event, a listener, a session and a folder", async () => {
    const { project, env } = scratch();
    const told: Notice[] = [];
    const runner = await createRunner({
      sessionId: "s-7",
      cwd: project,
      env,
      emit: (notice) => void told.push(notice),
      hooks: {
        PreToolUse: [
          {
            matcher: "Write",
            timeout: 5,
            hooks: [({ session_id, cwd }) => ({ reason: `${session_id} ${cwd}`, decision: "block" })],
          },
          { matcher: "mcp__*", hooks: [says({ decision: "block" })] },
          { hooks: [{ command: `cat | tr -d '\\n' > "${project}/seen"; pwd -P >> "${project}/seen"` }] },
        ],
        Stop: [{ hooks: [() => ({ continue: true })] }],
      },
    });
    const results = await runner.fire("PreToolUse", aWrite);
    expect(results.map((one) => [one.decision, one.reason])).toEqual([
      ["deny", `s-7 ${project}`],
      ["", ""],
    ]);
    expect((await runner.fire("Stop", { stop_hook_active: false })).map((one) => one.continue)).toEqual([
      true,
    ]);
    expect(goesOn(await runner.engine.fire("Stop", { stop_hook_active: true }))).toBe(true);
    await until(() => told.filter(({ type }) => type === "response").length === 4);
    await runner.close();
    await expect(runner.fire("PreToolUse", aWrite)).rejects.toThrow("closed");
  });

  it("is not made of hooks that are wrong", async () => {
    const hooks = { PreToolUse: [{ hooks: [{ comand: "true" }] }] };
    await expect(createRunner({ hooks })).rejects.toThrow('needs "command"');
  });
});

/** Never called: what matters is that the compiler takes it, or does not. */
const callbacks = {
  before: ({ tool_input, transcript_path }, { signal, toolUseId }) => ({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: signal.aborted ? "ask" : "deny",
      permissionDecisionReason: `${toolUseId} ${tool_input.file_path} ${transcript_path}`,
    },
  }),
  later: () => ({
    async: true,
    asyncTimeout: 5,
    answer: Promise.resolve({ continue: true, reason: "more" }),
  }),
  // @ts-expect-error: this event has no such field
  wrong: ({ tool_name }) => ({ reason: tool_name }),
} satisfies { before: HookCallback<"PreToolUse">; later: HookCallback<"Stop">; wrong: HookCallback<"Stop"> };

/** The fields of every input beside the base and those that any event of Hookline may have. */
type Fields<N extends HookEvent> = Pick<HookInput<N>, Extract<keyof HookInput<N>, keyof Needed[N]>>;
interface Needed {
  PreToolUse: { tool_name: string; tool_input: object; tool_use_id: string };
  PostToolUse: { tool_name: string; tool_input: object; tool_use_id: string; tool_response: unknown };
  PostToolUseFailure: {
    tool_name: string;
    tool_input: object;
    tool_use_id: string;
    error: string;
    is_interrupt?: boolean | undefined;
  };
  Notification: { message: string; title?: string | undefined; notification_type: string };
  UserPromptSubmit: { prompt: string };
  SessionStart: { source: string; agent_type?: string | undefined; model?: string | undefined };
  SessionEnd: { reason: string };
  Stop: { stop_hook_active: boolean };
  SubagentStart: { agent_id: string; agent_type: string };
  SubagentStop: {
    stop_hook_active: boolean;
    agent_id: string;
    agent_type: string;
    agent_transcript_path: string;
  };
  PreCompact: { trigger: string; custom_instructions: string | null };
  PermissionRequest: { tool_name: string; tool_input: object };
  Setup: { trigger: string };
  TeammateIdle: { teammate_name: string; team_name: string };
  TaskCompleted: {
    task_id: string;
    task_subject: string;
    task_description?: string | undefined;
    teammate_name?: string | undefined;
    team_name?: string | undefined;
  };
}

describe("callbacks", () => {
  // shows: S-006 S-010 S-019 S-020 S-021 S-023 S-024 S-077
  it("are typed for each of the fifteen events", () => {
    expectTypeOf<HookEvent>().toEqualTypeOf<keyof Needed>();
    expectTypeOf<{ [N in HookEvent]: Fields<N> }>().toExtend<Needed>();
    type Base = Pick<HookInput<HookEvent>, "session_id" | "transcript_path" | "cwd" | "permission_mode">;
    expectTypeOf<Base[keyof Base]>().toEqualTypeOf<string>();
    expectTypeOf(callbacks.before).toBeFunction();
    type Output = SyncHookOutput<"Stop"> | AsyncHookOutput<"Stop"> | undefined;
    expectTypeOf<HookOutput<"Stop">>().toEqualTypeOf<Output>();
    expectTypeOf<AsyncHookOutput<"Stop">["async"]>().toEqualTypeOf<true>();
    // A runner takes what any host has: a name and an object.
    expectTypeOf<HookRunner["fire"]>().parameter(0).toEqualTypeOf<string>();
    expectTypeOf<HookRunner["fire"]>().parameter(1).toEqualTypeOf<JsonObject>();
  });
});
