import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { builtInEvents, type Engine, type EngineOptions, type TraceRecord } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { isAlive } from "../system/command.ts";

const team = ".config/agent/settings.json";
const bash = (command: string) => ({ tool_name: "bash_execute", tool_input: { command } });
const ls = bash("ls");

/** Settings with one group. */
const settings = (event: string, matcher: string, ...hooks: (string | JsonObject)[]): JsonObject => ({
  hooks: {
    [event]: [
      {
        matcher,
        hooks: hooks.map((hook) => ({
          type: "command",
          ...(typeof hook === "string" ? { command: hook } : hook),
        })),
      },
    ],
  },
});

/** A project with these settings, and its engine. */
async function project(
  value: unknown,
  options: EngineOptions & { readonly vars?: Record<string, string> } = {},
): Promise<Scratch & { readonly running: Engine }> {
  const { vars = {}, ...more } = options;
  const place = scratch();
  place.write(team, value);
  Object.assign(place.env, vars);
  return { ...place, running: await place.engine({ dialects: ["cli-agent"], ...more }) };
}

const textOf = (place: Scratch, name: string) => readFileSync(join(place.home, name), "utf8");

describe("the files of CLI-Agent", () => {
  // Ours for HookConfig.load_from_multiple_sources: an engine reads and merges them when it is made.
  // shows: C-011 C-012 C-013 C-014 C-015 C-042 C-088
  it("are four, all merged; the later in this list the stronger, and run in this order", async () => {
    const place = scratch();
    const say = (name: string) =>
      settings(
        "PreToolUse",
        "*",
        `echo ${name} >> "$HOME/order"; echo '{"modified_args":{"from":"${name}"}}'`,
      );
    place.write(join(place.home, ".config/cli-agent/settings.json"), say("cli-agent"));
    place.write(join(place.home, ".config/agent/settings.json"), say("user"));
    place.write(team, say("project"));
    place.write(".config/agent/settings.local.json", say("local"));
    const running = await place.engine({ dialects: ["cli-agent"] });
    expect(running.hooks.map(({ source }) => source.layer)).toEqual(["user", "user", "team", "local"]);
    const { updatedInput } = await running.fire("PreToolUse", ls);
    expect(textOf(place, "order")).toBe("cli-agent\nuser\nproject\nlocal\n");
    expect(updatedInput).toEqual({ command: "ls", from: "local" });
  });

  // shows: C-015 C-089
  it("are read one by one: a broken one takes nothing from the others", async () => {
    const place = scratch();
    place.write(join(place.home, ".config/agent/settings.json"), settings("Stop", "*", "true"));
    place.write(team, '{ "hooks": ');
    const running = await place.engine({ dialects: ["cli-agent"] });
    expect(running.hooks).toHaveLength(1);
    expect(running.diagnostics).toMatchObject([{ severity: "error", file: team, line: 1 }]);
  });

  it("are looked for where the configuration folder was moved, and read once where it was not", async () => {
    const place = scratch();
    place.write(join(place.home, ".config/agent/settings.json"), settings("Stop", "*", "true"));
    place.write(join(place.home, ".config/cli-agent/settings.json"), settings("Stop", "*", "true"));
    place.write(join(place.home, "moved/agent/settings.json"), settings("Stop", "*", "true"));
    place.write(join(place.home, "moved/cli-agent/settings.json"), settings("Stop", "*", "true"));
    const here = await place.engine({ dialects: ["cli-agent"] });
    expect(here.hooks).toHaveLength(2);
    place.env.XDG_CONFIG_HOME = join(place.home, "moved");
    const moved = await place.engine({ dialects: ["cli-agent"] });
    expect(moved.hooks.map(({ source }) => source.text.replace(/:.*/, ""))).toEqual([
      "~/.config/cli-agent/settings.json",
      "~/moved/cli-agent/settings.json",
      "~/.config/agent/settings.json",
      "~/moved/agent/settings.json",
    ]);
  });

  // shows: C-006 C-082
  it("hold whatever else the agent keeps there, and nothing is said about it", async () => {
    const { running } = await project({ model: "x", mcpServers: {}, ...settings("Stop", "*", "true") });
    expect(running.diagnostics).toEqual([]);
    expect(running.hooks).toHaveLength(1);
  });
});

describe("the events of CLI-Agent", () => {
  // The fifth is the failure of a tool, which CLI-Agent calls PostToolUse as well.
  // shows: C-002 C-003 C-004 C-005 C-039
  it("are four, and no other name is one", async () => {
    const names = builtInEvents.map(({ name }) => name);
    const entry = { type: "command", command: "true" };
    const hooks = Object.fromEntries(names.map((name) => [name, [{ matcher: "*", hooks: [entry] }]]));
    const { running } = await project({ hooks });
    const own = ["Notification", "PostToolUse", "PreToolUse", "Stop"];
    expect(running.hooks.map(({ event }) => event).sort()).toEqual([...own, "PostToolUseFailure"].sort());
    expect(running.diagnostics).toHaveLength(names.length - own.length);
    for (const { message } of running.diagnostics)
      expect(message).toMatch(/there is no event "\w+" in CLI-Agent/);
  });
});

describe("the variables of CLI-Agent", () => {
  // shows: C-061 C-063
  it.each(["false", "0", "no", "off", "FALSE", " f "])("HOOKS_ENABLED=%s: no file is read", async (word) => {
    const { running } = await project("{ broken", { vars: { HOOKS_ENABLED: word } });
    expect(running.hooks).toEqual([]);
    expect(running.diagnostics).toMatchObject([
      {
        severity: "info",
        file: ".config/agent/settings.json",
        message: "the variable HOOKS_ENABLED switches the hooks of all files of CLI-Agent off",
      },
    ]);
  });

  // shows: C-061
  it.each(["true", "1", "yes", "on", ""])("HOOKS_ENABLED=%s: as ever", async (word) => {
    const { running } = await project(settings("Stop", "*", "true"), { vars: { HOOKS_ENABLED: word } });
    expect(running.hooks).toHaveLength(1);
    expect(running.diagnostics).toEqual([]);
  });

  it("HOOKS_ENABLED=maybe: the hooks run, and that is said", async () => {
    const { running } = await project(settings("Stop", "*", "true"), { vars: { HOOKS_ENABLED: "maybe" } });
    expect(running.hooks).toHaveLength(1);
    expect(running.diagnostics).toMatchObject([
      {
        severity: "warning",
        message: 'the variable HOOKS_ENABLED must be true or false, not "maybe": the hooks stay on',
      },
    ]);
  });

  // shows: C-040 C-044 C-062 C-069
  it("HOOKS_TIMEOUT is the timeout of those that name none, and 30 seconds without it", async () => {
    const value = settings("PreToolUse", "*", "true", { command: "true", timeout: 5 });
    const usual = await project(value);
    expect(usual.running.hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 5_000]);
    const { running } = await project(value, { vars: { HOOKS_TIMEOUT: "7" } });
    expect(running.hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([7_000, 5_000]);
    expect(running.diagnostics).toEqual([]);
  });

  // shows: C-062
  it.each([
    [
      "soon",
      30_000,
      'the variable HOOKS_TIMEOUT must be a number of seconds, not "soon"; the default of 30 seconds holds',
    ],
    ["0", 30_000, 'must be a number of seconds, not "0"'],
    ["-1", 30_000, 'must be a number of seconds, not "-1"'],
    ["90000", 30_000, 'must be a number of seconds, not "90000"'],
    ["30000", 30_000_000, "the variable HOOKS_TIMEOUT says 30000 seconds, which is hardly meant"],
  ])("a HOOKS_TIMEOUT of %s is told once", async (text, ms, told) => {
    const place = scratch();
    place.write(join(place.home, ".config/agent/settings.json"), settings("Stop", "*", "true"));
    place.write(team, settings("Stop", "*", "true"));
    place.env.HOOKS_TIMEOUT = text;
    const { hooks, diagnostics } = await place.engine({ dialects: ["cli-agent"] });
    expect(hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([ms, ms]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ severity: "warning", message: expect.stringContaining(told) }]);
  });
});

describe("matchers", () => {
  // shows: C-016 C-017 C-018 C-019 C-020 C-048 C-085
  it("find the tools that the document says, and say what they mean", async () => {
    const tools = ["bash_execute", "write_file", "replace_in_file", "mcp__github__create"];
    // `engine.preview` is what the document calls match_hooks.
    const matched = async (matcher: string) => {
      const { running } = await project(settings("PreToolUse", matcher, "true"));
      const meaning = running.hooks[0]?.matcher.meaning ?? "";
      const fits = tools.filter(
        (tool_name) => running.preview("PreToolUse", { tool_name, tool_input: {} }).plan.lanes.length > 0,
      );
      return [meaning, ...fits];
    };
    expect(await matched("*")).toEqual(["every tool", ...tools]);
    expect(await matched("bash_execute")).toEqual(["exactly bash_execute", "bash_execute"]);
    expect(await matched("builtin:*")).toEqual(["every built-in tool", ...tools.slice(0, 3)]);
    expect(await matched("mcp__*")).toEqual(["names that begin with mcp__", "mcp__github__create"]);
    expect(await matched("write_file|replace_in_file")).toEqual([
      "exactly write_file or replace_in_file",
      "write_file",
      "replace_in_file",
    ]);
    expect(await matched("mcp__*|write_*")).toEqual([
      "names that begin with mcp__, or names that begin with write_",
      "write_file",
      "mcp__github__create",
    ]);
  });

  // Origin: notifications were matched against "*", so such a list never fired.
  // shows: C-004 C-016 C-059
  it("of notifications are matched on the kind of event", async () => {
    const { running } = await project(settings("Notification", "system_message|error", "true"));
    const ran = async (notification_type: string) =>
      (await running.fire("Notification", { message: "m", notification_type })).runs.length;
    expect([await ran("error"), await ran("system_message"), await ran("status")]).toEqual([1, 1, 0]);
    await running.drain();
  });
});

describe("placeholders", () => {
  const show = `for value in "$@"; do printf '%s\\0' "$value"; done > "$HOME/seen"`;
  const shown = async (event: string, payload: JsonObject, ...names: string[]) => {
    const line = `set -- ${names.map((name) => `{{${name}}}`).join(" ")}; ${show}`;
    const place = await project(settings(event, "*", line), { sessionId: "s-1" });
    expect(place.running.diagnostics).toEqual([]);
    const name = event === "PostToolUse" && "error" in payload ? "PostToolUseFailure" : event;
    await place.running.fire(name, payload);
    await place.running.drain();
    return textOf(place, "seen").split("\0").slice(0, -1);
  };

  // Ours for substitute_template_variables: the value travels beside the command, so that it never becomes a part of it.
  // shows: C-021 C-022 C-027 C-029 C-045 C-083
  it("before a tool: name, arguments as JSON, session, and steps into the arguments", async () => {
    const tool_input = { file_path: "a b.py", list: ["x", { deep: "y" }], flag: true, count: 3, none: null };
    const names = ["tool_name", "tool_args", "session_id", "tool_args.file_path", "tool_args.list.1.deep"];
    expect(await shown("PreToolUse", { tool_name: "write_file", tool_input }, ...names)).toEqual([
      "write_file",
      JSON.stringify(tool_input),
      "s-1",
      "a b.py",
      "y",
    ]);
    const more = [
      "tool_args.flag",
      "tool_args.count",
      "tool_args.list",
      "tool_args.none",
      "tool_args.missing",
      " tool_name ",
    ];
    expect(await shown("PreToolUse", { tool_name: "write_file", tool_input }, ...more)).toEqual([
      "true",
      "3",
      '["x",{"deep":"y"}]',
      "",
      "",
      "write_file",
    ]);
  });

  // shows: C-003 C-023 C-024 C-056 C-057 C-083
  it("after a tool: the result or the error, and the time that it took", async () => {
    const done = { ...ls, tool_response: "a\nb\n", duration_ms: 1500 };
    expect(await shown("PostToolUse", done, "result", "error", "execution_time")).toEqual([
      "a\nb\n",
      "",
      "1.5",
    ]);
    const failed = { ...ls, error: "it broke", duration_ms: 20 };
    expect(await shown("PostToolUse", failed, "result", "error", "execution_time")).toEqual([
      "",
      "it broke",
      "0.02",
    ]);
    const object = { ...ls, tool_response: { lines: ["a"] } };
    expect(await shown("PostToolUse", object, "result", "result.lines.0")).toEqual(['{"lines":["a"]}', "a"]);
  });

  // shows: C-025 C-065 C-083
  it("of a notification and at the end of a response", async () => {
    const notice = { message: "look", notification_type: "status" };
    expect(await shown("Notification", notice, "message", "event_type")).toEqual(["look", "status"]);
    const end = { stop_hook_active: false, conversation_length: 4 };
    expect(await shown("Stop", end, "conversation_length", "message")).toEqual(["4", ""]);
  });

  // shows: C-026 C-083
  it("of the time: ISO, now or when the host says that it was", async () => {
    const before = Date.now();
    const [now = ""] = await shown("PreToolUse", ls, "timestamp");
    expect(new Date(now).toISOString()).toBe(now);
    expect(Date.parse(now)).toBeGreaterThanOrEqual(before);
    const then = "2024-01-01T12:00:00+01:00";
    expect(await shown("PreToolUse", { ...ls, timestamp: then }, "timestamp")).toEqual([then]);
  });

  // shows: C-027 C-053
  it("of a session that has no name: unknown", async () => {
    expect(await shown("PreToolUse", { ...ls, session_id: "" }, "session_id")).toEqual(["unknown"]);
  });

  // Origin: it was never filled.
  // shows: C-028 C-083
  it("of what the person said last, in this session", async () => {
    const place = await project(settings("PreToolUse", "*", `set -- {{user_input}}; ${show}`));
    expect(place.running.diagnostics).toEqual([]);
    const seen = async (session_id: string) => {
      await place.running.fire("PreToolUse", { ...ls, session_id });
      return textOf(place, "seen").split("\0")[0];
    };
    expect(await seen("a")).toBe("");
    await place.running.fire("UserPromptSubmit", { prompt: "first", session_id: "a" });
    await place.running.fire("UserPromptSubmit", { prompt: "it's $(touch pwned)", session_id: "a" });
    await place.running.fire("UserPromptSubmit", { prompt: "other", session_id: "b" });
    expect(await seen("a")).toBe("it's $(touch pwned)");
    expect(await seen("b")).toBe("other");
    for (let count = 0; count < 40; count++) {
      await place.running.fire("UserPromptSubmit", { prompt: "many", session_id: `s-${count}` });
    }
    expect(await seen("a")).toBe("");
    expect(await seen("s-39")).toBe("many");
    expect(existsSync(join(place.project, "pwned"))).toBe(false);
  });

  // shows: C-056
  it("after a tool show the arguments that it ran with", async () => {
    const place = scratch();
    place.write(team, {
      hooks: {
        ...Object(settings("PreToolUse", "*", `echo '{"modified_args":{"command":"pwd"}}'`).hooks),
        ...Object(settings("PostToolUse", "*", `printf %s {{tool_args.command}} > "$HOME/ran"`).hooks),
      },
    });
    const running = await place.engine({ dialects: ["cli-agent"] });
    const { output } = await running.wrapTool(
      { name: "bash_execute", input: { command: "ls" } },
      (input) => input.command,
    );
    expect(output).toBe("pwd");
    expect(textOf(place, "ran")).toBe("pwd");
  });
});

describe("what hooks say", () => {
  const decide = async (...hooks: (string | JsonObject)[]) => {
    const { running } = await project(settings("PreToolUse", "*", ...hooks));
    return running.fire("PreToolUse", ls);
  };

  // shows: C-002 C-030 C-031 C-032 C-084
  it("by the exit code: go on, block, warn and go on", async () => {
    expect(await decide("exit 0")).toMatchObject({ verdict: "pass", messages: [] });
    // Origin: the reason was a fixed sentence, and stderr was lost.
    expect(await decide("echo why >&2; exit 2")).toMatchObject({ verdict: "deny", reason: "why" });
    expect(await decide("echo oops >&2; exit 1")).toMatchObject({
      verdict: "pass",
      messages: [
        { level: "warn", text: expect.stringContaining("crash: exit code 1: oops; went on without it") },
      ],
    });
  });

  // Origin: only `continue: false` counted, only on one line, and an object beside exit 2 undid it.
  // shows: C-031 C-033 C-034 C-035 C-036 C-046
  it("by JSON, in one line or in many, alone or among text: the strictest holds", async () => {
    const said = (value: JsonObject, code = 0) =>
      `cat <<'END'\nchecking …\n${JSON.stringify(value, null, 2)}\nEND\nexit ${code}`;
    expect(await decide(said({ decision: "block", reason: "a" }))).toMatchObject({
      verdict: "deny",
      reason: "a",
    });
    expect(await decide(said({ continue: false, reason: "b" }))).toMatchObject({
      verdict: "deny",
      reason: "b",
    });
    expect(await decide(said({ metadata: { a: 1 } }, 2))).toMatchObject({ verdict: "deny" });
    expect(await decide(said({ continue: true, decision: "approve" }, 2))).toMatchObject({ verdict: "deny" });
    expect(await decide(said({ continue: true, decision: "approve" }))).toMatchObject({
      verdict: "pass",
      halt: null,
    });
  });

  it("without a reason is blocked by its name", async () => {
    const { reason } = await decide({ id: "guard", command: `echo '{"continue":false}'` });
    expect(reason).toBe("blocked by guard");
  });

  // Ours for HookManager.execute_hooks and should_block_operation: fire, and the verdict and reason of its decision.
  // shows: C-047 C-049
  it("is heard of all: every one runs, and the reasons are joined in their order", async () => {
    const decision = await decide(
      "echo one >&2; exit 2",
      "true",
      `echo '{"decision":"block","reason":"three"}'`,
      "exit 1",
    );
    expect(decision.runs).toHaveLength(4);
    expect(decision).toMatchObject({ verdict: "deny", reason: "one\nthree" });
  });

  // Origin: only the first was used.
  // shows: C-035 C-038 C-055
  it("changes the arguments one over the other, each seeing the original", async () => {
    const place = await project(
      settings(
        "PreToolUse",
        "*",
        `echo {{tool_args.command}} >> "$HOME/seen"; echo '{"decision":"modify","modified_args":{"command":"one","a":1}}'`,
        `echo {{tool_args.command}} >> "$HOME/seen"; echo '{"modified_args":{"command":"two","b":{"c":2}}}'`,
      ),
    );
    const ran: unknown[] = [];
    const given = { command: "ls", kept: true };
    await place.running.wrapTool({ name: "bash_execute", input: given }, (input) => void ran.push(input));
    expect(ran).toEqual([{ command: "two", kept: true, a: 1, b: { c: 2 } }]);
    expect(textOf(place, "seen")).toBe("ls\nls\n");
    expect(given).toEqual({ command: "ls", kept: true });
  });

  it("as metadata of two hooks is that of the later, and that is said", async () => {
    const decision = await decide(
      { id: "a", command: `echo '{"metadata":{"from":"a"}}'` },
      { id: "b", command: `echo '{"metadata":{"from":"b"}}'` },
    );
    expect(decision.effects).toEqual({ metadata: { from: "b" } });
    expect(decision.messages).toMatchObject([{ hook: "a", text: "its metadata was replaced by that of b" }]);
  });

  it("at the end of a response is told, and the response ends all the same", async () => {
    const { running } = await project(settings("Stop", "*", "echo wait >&2; exit 2"));
    const decision = await running.fire("Stop", { stop_hook_active: false });
    expect(decision).toMatchObject({
      verdict: "pass",
      halt: null,
      messages: [{ level: "warn", text: "wait" }],
    });
  });

  it("in code is read like what a command prints", async () => {
    const running = await scratch().engine({ dialects: [] });
    const said: JsonObject[] = [
      { reason: "safer", modified_args: { command: "pwd" } },
      { continue: false, reason: "no" },
      { decision: "perhaps" },
      { metadata: { a: 1 } },
    ];
    const decisions = [];
    for (const answer of said) {
      const off = running.register({ dialect: "cli-agent", event: "PreToolUse", hooks: [() => answer] });
      decisions.push(await running.fire("PreToolUse", ls));
      off();
    }
    expect(decisions).toMatchObject([
      { verdict: "pass", updatedInput: { command: "pwd" } },
      { verdict: "deny", reason: "no", halt: null },
      { verdict: "pass", runs: [{ fault: "malformed" }] },
      { verdict: "pass", effects: { metadata: { a: 1 } } },
    ]);
  });
});

describe("how hooks run", () => {
  // Origin: the shell was killed, and its pipes were waited for: five seconds instead of one.
  // shows: C-044 C-069 C-072 C-084 C-092
  it("ends a hook at its deadline with everything that it started, and goes on", async () => {
    const place = await project(
      settings(
        "PreToolUse",
        "*",
        { command: `sleep 60 & echo $! > "$HOME/child"; sleep 60; true`, timeout: 1 },
        `touch "$HOME/next"`,
      ),
    );
    const decision = await place.running.fire("PreToolUse", ls);
    expect(decision.durationMs).toBeLessThan(10_000);
    expect(decision).toMatchObject({ verdict: "pass", runs: [{ fault: "timeout" }, { status: "ok" }] });
    expect(decision.messages).toMatchObject([{ level: "warn", text: expect.stringContaining("timeout") }]);
    expect(existsSync(join(place.home, "next"))).toBe(true);
    expect(isAlive(Number(textOf(place, "child")))).toBe(false);
  });

  // shows: C-092
  it("keeps what a hook that never stops printing says within bounds", async () => {
    const { running } = await project(settings("PreToolUse", "*", { command: "yes", timeout: 0.5 }));
    const decision = await running.fire("PreToolUse", ls);
    expect(decision.runs).toMatchObject([{ fault: "timeout", truncated: true }]);
    expect(decision.runs[0]?.stdout.length).toBeLessThan(20_000);
  });

  // shows: C-040
  it("in its own folder and with its own variables; the folder of the process without them", async () => {
    const place = scratch();
    mkdirSync(join(place.project, "below/deep"), { recursive: true });
    const say = `echo "$PWD $WHO" >> "$HOME/where"`;
    place.write(
      team,
      settings(
        "PreToolUse",
        "*",
        say,
        { command: say, working_directory: "below", env: { WHO: "me" } },
        { command: say, working_dir: "below" },
        { command: say, working_directory: "nowhere" },
      ),
    );
    const running = await place.engine({ dialects: ["cli-agent"], cwd: join(place.project, "below/deep") });
    const decision = await running.fire("PreToolUse", { ...ls, cwd: place.home });
    expect(textOf(place, "where").split("\n")).toEqual([
      `${join(place.project, "below/deep")} `,
      `${join(place.project, "below")} me`,
      `${join(place.project, "below")} `,
      "",
    ]);
    expect(decision.runs[3]).toMatchObject({ fault: "spawn" });
  });

  // shows: C-064
  it("only in the main agent", async () => {
    const place = await project(settings("PreToolUse", "*", `touch "$HOME/ran"`));
    const decision = await place.running.fire("PreToolUse", ls, { agent: { id: "a-1", type: "reviewer" } });
    expect(decision.runs).toEqual([]);
    expect(decision.skipped).toMatchObject([{ why: "CLI-Agent runs no hooks in sub-agents" }]);
    expect(existsSync(join(place.home, "ran"))).toBe(false);
  });

  // shows: C-064
  it("not at all without settings", async () => {
    const running = await scratch().engine();
    expect(running.hooks).toEqual([]);
    expect(await running.fire("PreToolUse", ls)).toMatchObject({ verdict: "pass", runs: [] });
  });

  // shows: C-060
  it("in the background of a notification: nobody waits", async () => {
    const place = await project(
      settings("Notification", "*", `while [ ! -e "$HOME/go" ]; do sleep 0.02; done; touch "$HOME/done"`),
    );
    const decision = await place.running.fire("Notification", { message: "m", notification_type: "status" });
    expect(decision.runs).toMatchObject([{ status: "background" }]);
    expect(existsSync(join(place.home, "done"))).toBe(false);
    place.write(join(place.home, "go"), "");
    await place.running.drain();
    expect(existsSync(join(place.home, "done"))).toBe(true);
  });

  it("not where there is no room for a value that needs a file: that is a fault, and the agent lives", async () => {
    const { TMPDIR: before } = process.env;
    const place = await project(settings("PreToolUse", "*", "printf %s {{tool_args.command}} | wc -c"));
    const large = bash("x".repeat(1_000_000));
    process.env.TMPDIR = join(place.home, "nowhere");
    const decision = await place.running.fire("PreToolUse", large).finally(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    expect(decision).toMatchObject({ verdict: "pass", runs: [{ fault: "resource" }] });
    expect(decision.messages[0]?.text).toMatch(/the event could not be handed over: ENOENT/);
    const { runs } = await place.running.fire("PreToolUse", large);
    expect(runs).toMatchObject([{ status: "ok", stdout: "1000000\n" }]);
  });

  // shows: C-093
  it("as the person and nobody else, and only what the person has approved", async () => {
    const value = settings("PreToolUse", "*", `id -u > "$HOME/who"`);
    const place = await project(value, { trust: "store" });
    expect(await place.running.fire("PreToolUse", ls)).toMatchObject({ runs: [{ fault: "untrusted" }] });
    expect(existsSync(join(place.home, "who"))).toBe(false);
    await place.running.approve(place.running.hooks);
    await place.running.fire("PreToolUse", ls);
    expect(textOf(place, "who")).toBe(`${process.getuid?.()}\n`);
  });

  // shows: C-073
  it("leaves a record of every step, and of what failed", async () => {
    const records: TraceRecord[] = [];
    const { running } = await project(settings("PreToolUse", "*", "exit 3"), {
      trace: (record) => void records.push(record),
    });
    await running.fire("PreToolUse", ls);
    const way = ["decode", "load", "match", "plan", "run", "interpret", "aggregate", "record"];
    expect(records.map(({ step }) => step)).toEqual(way);
    const run = records.find(({ step }) => step === "run");
    expect(run?.data).toMatchObject({ event: "PreToolUse", command: "exit 3", exitCode: 3 });
    const said = records.find(({ step }) => step === "interpret");
    expect(said).toMatchObject({ level: "warn", data: { fault: "crash" } });
  });

  it("beside hooks of the native file, each by its own rules", async () => {
    const place = scratch({
      PreToolUse: [{ hooks: [{ type: "command", command: `echo '{"decision":"approve"}'` }] }],
    });
    place.write(team, settings("PreToolUse", "*", `echo '{"decision":"approve"}'`));
    const running = await place.engine({ dialects: ["native", "cli-agent"] });
    const { runs } = await running.fire("PreToolUse", ls);
    expect(runs.map(({ dialect, verdict }) => [dialect, verdict])).toEqual([
      ["native", "allow"],
      ["cli-agent", "pass"],
    ]);
  });
});
