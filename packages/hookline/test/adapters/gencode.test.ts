import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import type {
  HookContext,
  HookDefinition,
  HookEvent,
  HookResult,
  HooksConfig,
  HooksManager,
  HookType,
} from "../../src/adapters/gencode/index.ts";
import { command, managed, write } from "./gencode-manager.ts";

// The document counts 57 tests of matcher, expansion, manager and executor. Ours of the same are these, gencode.rules.ts with its
// matchers, exits and variables, dialects/gencode-examples.test.ts, and dialects/gencode-origin.test.ts with real processes.
// shows: G-068 G-064
describe("HooksManager", () => {
  // shows: G-023 G-025 G-022 G-034 G-021 G-031 G-053 G-060
  it("runs the hooks of its configuration and gives a result for each", async () => {
    const { trigger, read, place } = managed({
      PreToolUse: [
        command(`echo "$TOOL_NAME $FILE_PATH $SESSION_ID $CWD"; cat > seen`),
        command("echo careful >&2; exit 1"),
        command("echo out; echo not here >&2; exit 2"),
      ],
    });
    const results = await trigger("PreToolUse", write);
    expect(results).toMatchObject([
      { success: true, output: `Write src/a.ts s-1 ${place.project}\n`, blocked: false },
      { success: false, error: "careful\n", blocked: false, message: expect.stringContaining("exit code 1") },
      { success: false, output: "out\n", error: "not here\n", blocked: true, message: "not here" },
    ]);
    expect(JSON.parse(read("seen"))).toMatchObject({
      hook_event_name: "PreToolUse",
      session_id: "s-1",
      tool_name: "Write",
      tool_input: write.toolInput,
    });
  });

  // shows: G-001 G-017 G-056 G-076 G-080 G-005 G-006 G-007 G-008 G-009 G-010 G-074 G-075
  it.each([
    ["PreToolUse", write, { tool_name: "Write", tool_input: write.toolInput }],
    ["PostToolUse", { ...write, toolResult: { bytes: 3 } }, { tool_response: { bytes: 3 } }],
    ["PostToolUseFailure", { ...write, error: "disk full" }, { error: "disk full" }],
    ["UserPromptSubmit", { prompt: "fix it" }, { prompt: "fix it" }],
    ["Notification", { message: "your turn" }, { message: "your turn" }],
    ["Stop", { reason: "end_turn" }, { reason: "end_turn" }],
    ["SessionStart", {}, { source: "startup" }],
    ["SessionStart", { source: "resume" }, { source: "resume" }],
    ["SubagentStop", { agent_type: "Explore" }, { agent_type: "Explore" }],
  ] as const)("triggers %s with what GenCode knows of it", async (event, context, seen) => {
    const { place, trigger, read } = managed({ [event]: [command("cat > seen")] });
    expect(await trigger(event, context)).toMatchObject([{ success: true }]);
    expect(JSON.parse(read("seen"))).toMatchObject({
      hook_event_name: event,
      session_id: "s-1",
      cwd: place.project,
      timestamp: expect.any(String),
      ...seen,
    });
  });

  // shows: G-026 G-027 G-028 G-029
  it("tells, adds and removes hooks, also between events", async () => {
    const { manager, trigger } = managed({ Stop: [command("echo one")] });
    expect([manager.hasHooks("Stop"), manager.hasHooks("Notification")]).toEqual([true, false]);
    expect(manager.getHooks("Stop")).toEqual([command("echo one")]);
    expect(await trigger("Stop")).toMatchObject([{ output: "one\n" }]);
    manager.addHook("Stop", command("echo two"));
    manager.addHook("Stop", command("echo three"));
    expect(await trigger("Stop")).toMatchObject([
      { output: "one\n" },
      { output: "two\n" },
      { output: "three\n" },
    ]);
    manager.removeHook("Stop", 1);
    manager.removeHook("Stop", 7);
    expect(manager.getHooks("Stop").map((hook) => hook.command)).toEqual(["echo one", "echo three"]);
    expect(await trigger("Stop")).toMatchObject([{ output: "one\n" }, { output: "three\n" }]);
    manager.removeHook("Stop", 0);
    manager.removeHook("Stop", 0);
    expect(await trigger("Stop")).toEqual([]);
    expect(manager.hasHooks("Stop")).toBe(false);
    // What comes out is the caller's own.
    manager.addHook("Stop", command("echo four"));
    for (const hook of manager.getHooks("Stop")) hook.command = "echo changed";
    expect(await trigger("Stop")).toMatchObject([{ output: "four\n" }]);
  });

  // shows: G-024 G-067 G-087 G-020
  it("loads settings in both forms, and what stands in two of them once", async () => {
    const { manager, trigger } = managed({ Stop: [command("echo one")] });
    manager.loadFromSettings({ hooks: { Stop: [command("echo one"), command("echo two")] } });
    manager.loadFromSettings({
      hooks: { Stop: [{ matcher: "", hooks: [command("exit 1", { blocking: true })] }] },
    });
    manager.loadFromSettings({});
    expect(manager.getHooks("Stop")).toHaveLength(3);
    // In a group the word only means that somebody waits.
    expect(await trigger("Stop")).toMatchObject([
      { output: "one\n" },
      { output: "two\n" },
      { success: false, blocked: false },
    ]);
  });

  // shows: G-019 G-013 G-014 G-015 G-062 G-052
  it.each([
    ["Edit", ["Edit"]],
    ["Edit|Write", ["Edit", "Write"]],
    ["*", ["Edit", "Write", "NotebookEdit", "mcp__git__push"]],
    ["mcp__.*", ["mcp__git__push"]],
    [/edit/i, ["Edit", "NotebookEdit"]],
    [/^W|push$/g, ["Write", "mcp__git__push"]],
  ] as const)("matches %s", async (matcher, expected) => {
    const { trigger } = managed({ PreToolUse: [command("true", { matcher })] });
    const fitting: string[] = [];
    for (const toolName of ["Edit", "Write", "NotebookEdit", "mcp__git__push"])
      if ((await trigger("PreToolUse", { toolName })).length > 0) fitting.push(toolName);
    expect(fitting).toEqual(expected);
  });

  // shows: G-019 G-057 G-088 G-046
  it("heeds blocking and timeout", async () => {
    const { trigger, manager, place } = managed({
      PostToolUse: [
        command("exit 3", { blocking: true }),
        command("sleep 0.2; touch later; exit 2", { blocking: false }),
        command("sleep 20", { timeout: 200 }),
      ],
    });
    const began = performance.now();
    expect(await trigger("PostToolUse", write)).toMatchObject([
      { success: false, blocked: true },
      { success: true, message: "it runs in the background" },
      { success: false, blocked: false, error: expect.stringContaining("deadline") },
    ]);
    expect(performance.now() - began).toBeLessThan(10_000);
    await manager.drain();
    expect(existsSync(join(place.project, "later"))).toBe(true);
  });

  // shows: G-018
  it("asks the host's model", async () => {
    const model = async () => ({ ok: false, reason: "the tests are missing" });
    const { trigger } = managed({ Stop: [{ type: "prompt", prompt: "Done?" }] }, { model });
    expect(await trigger("Stop")).toMatchObject([
      { success: false, blocked: true, message: "the tests are missing" },
    ]);
  });

  // shows: G-090
  it("cuts output at 30 KB", async () => {
    const { trigger } = managed({ Stop: [command("head -c 100000 /dev/zero | tr '\\0' x")] });
    const [{ success, output = "" } = { success: false }] = await trigger("Stop");
    expect(success).toBe(true);
    expect(output.length).toBeGreaterThan(29_000);
    expect(output.length).toBeLessThan(30_100);
  });
});

// shows: G-017 G-018 G-019 G-020 G-021 G-022 G-063
it("has the types of GenCode's document", () => {
  expectTypeOf<HookType>().toEqualTypeOf<"command" | "prompt">();
  // The seven of the document, and the one that its second phase added.
  expectTypeOf<HookEvent>().toEqualTypeOf<
    | "PreToolUse"
    | "PostToolUse"
    | "UserPromptSubmit"
    | "Notification"
    | "Stop"
    | "SessionStart"
    | "SubagentStop"
    | "PostToolUseFailure"
  >();
  expectTypeOf<HookDefinition>().toEqualTypeOf<{
    matcher?: string | RegExp;
    type: HookType;
    command?: string;
    prompt?: string;
    timeout?: number;
    blocking?: boolean;
  }>();
  expectTypeOf<HooksConfig[string]>().toEqualTypeOf<HookDefinition[]>();
  expectTypeOf<HookContext>().toExtend<{ event: HookEvent; sessionId: string; cwd: string }>();
  expectTypeOf<Pick<HookContext, "toolName" | "prompt">>().toEqualTypeOf<{
    toolName?: string;
    prompt?: string;
  }>();
  expectTypeOf<HookContext["toolResult"]>().toBeUnknown();
  expectTypeOf<HooksManager["trigger"]>().returns.resolves.toEqualTypeOf<HookResult[]>();
  expectTypeOf<keyof HookResult>().toEqualTypeOf<"success" | "output" | "error" | "blocked" | "message">();
});
