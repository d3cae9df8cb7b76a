import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/index.ts";
import { areAlive } from "../conformance/processes.ts";
import { cli } from "../e2e/run-cli.ts";
import { aTool, forgeProject } from "./forge-project.ts";

const bash = aTool("bash", { command: "ls" });
const pre = "tool:pre_execute";
const note = (word: string, end = "exit 0") => `echo ${word} >> "$HOME/ran"; ${end}`;

function withHooks(hooks: readonly object[], top: object = {}) {
  const place = forgeProject();
  place.write(".forge/hooks.json", { ...top, hooks });
  const ran = () =>
    place.exists(`${place.home}/ran`) ? place.read(`${place.home}/ran`).trim().split("\n") : [];
  return { place, ran };
}

describe("the files of Code-Forge", () => {
  // shows: F-005 F-054 F-060 F-061 F-129 F-140
  it("are read in both spellings, the user's before the project's, each from top to bottom", async () => {
    const place = forgeProject();
    const entry = (word: string) => ({ event: pre, command: note(word) });
    place.write(join(place.home, ".config/forge/hooks.json"), { hooks: [entry("user-1"), entry("user-2")] });
    place.write(join(place.home, ".config/src/forge/hooks.json"), { hooks: [entry("user-src")] });
    place.write(".src/forge/hooks.json", { hooks: [entry("project-src")] });
    place.write(".forge/hooks.json", { hooks: [entry("project-1"), entry("project-2")] });
    const engine = await place.engine();
    const { runs } = await engine.fire("PreToolUse", bash);
    const words = ["user-1", "user-2", "user-src", "project-src", "project-1", "project-2"];
    expect(place.read(`${place.home}/ran`).trim().split("\n")).toEqual(words);
    expect(runs.map(({ source }) => source.replace(/:\d+:\d+$/, ""))).toEqual([
      "~/.config/forge/hooks.json",
      "~/.config/forge/hooks.json",
      "~/.config/src/forge/hooks.json",
      ".src/forge/hooks.json",
      ".forge/hooks.json",
      ".forge/hooks.json",
    ]);
  });

  it("are found below XDG_CONFIG_HOME, where the agent looks for them", async () => {
    const place = forgeProject();
    const config = join(place.home, "elsewhere");
    place.write(join(config, "forge/hooks.json"), { hooks: [{ event: pre, command: "true" }] });
    const engine = await place.engine({ env: { ...place.env, XDG_CONFIG_HOME: config } });
    expect(engine.hooks).toHaveLength(1);
  });

  // shows: F-063 F-094 F-101 F-029 F-048
  it("say of a hook what the document says: pattern, command, timeout, folder, environment, on or off, description", async () => {
    const { place, ran } = withHooks([
      {
        event: `${pre}:bash`,
        command: 'pwd -P > "$HOME/where"; echo "$WORD $PATH" > "$HOME/word"',
        timeout: 2.5,
        working_dir: "below",
        env: { WORD: "from the file" },
        description: "says where it is",
      },
      { event: pre, command: note("off"), enabled: false },
      { event: pre, command: note("on"), enabled: true },
    ]);
    mkdirSync(join(place.project, "below"));
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    expect(engine.hooks).toMatchObject([
      { timeoutMs: 2_500, description: "says where it is" },
      { disabled: '"enabled" is false' },
      { timeoutMs: 10_000, description: "", disabled: null },
    ]);
    const { runs, skipped } = await engine.fire("PreToolUse", bash);
    expect([runs.length, skipped.map(({ why }) => why), ran()]).toEqual([
      2,
      ['disabled: "enabled" is false'],
      ["on"],
    ]);
    expect(place.read(`${place.home}/where`)).toBe(`${join(place.project, "below")}\n`);
    expect(place.read(`${place.home}/word`)).toBe(`from the file ${place.env.PATH}\n`);
  });

  // shows: F-122 F-088
  it("lose nothing by one bad entry, which is reported with its place and what to do", async () => {
    const { place, ran } = withHooks([
      { event: "tool:pre_exec", command: "true" },
      { event: pre, comand: "true" },
      { event: pre, command: note("good"), timeout: "5" },
    ]);
    const engine = await place.engine();
    const { verdict, diagnostics } = await engine.fire("PreToolUse", bash);
    expect([verdict, ran()]).toEqual(["pass", ["good"]]);
    expect(
      diagnostics.map(({ file, line, column, message, hint }) => [file, line, column, message, hint]),
    ).toEqual([
      [
        ".forge/hooks.json",
        4,
        16,
        'there is no event "tool:pre_exec" in Code-Forge; its hooks never run',
        'did you mean "tool:pre_execute"?',
      ],
      [".forge/hooks.json", 9, 7, 'the key "comand" means nothing here', 'did you mean "command"?'],
      [
        ".forge/hooks.json",
        7,
        5,
        'a hook of type "command" needs "command"; the hook is left out',
        'add "command"',
      ],
      [
        ".forge/hooks.json",
        14,
        18,
        '"timeout" must be a number, not "5"; the default holds',
        "write a number",
      ],
    ]);
  });

  it("name one hook of several events once, and tell unnamed ones apart", async () => {
    const { place } = withHooks([
      { id: "mine", event: "session:*", command: "true" },
      { event: "session:start,session:end", command: "true" },
    ]);
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    const ids = engine.hooks.map(({ id }) => id.replace(/-[0-9a-f]{8}$/, ""));
    expect(ids).toEqual(["mine", "mine", "mine", "SessionStart", "SessionEnd"]);
  });
});

describe("a hook of Code-Forge", () => {
  // shows: F-055 F-056 F-053 F-006
  it("that blocks ends the chain; what one changes the others do not see", async () => {
    const args = 'printf "%s\\n" "$FORGE_TOOL_ARGS" >> "$HOME/ran"';
    const change = `${args}; echo '{"modified_args": {"command": "ls -a"}}'`;
    const changing = withHooks([
      { event: pre, command: change },
      { event: pre, command: args },
    ]);
    const decision = await (await changing.place.engine()).fire("PreToolUse", bash);
    expect(decision.updatedInput).toEqual({ command: "ls -a" });
    expect(changing.ran()).toEqual(['{"command":"ls"}', '{"command":"ls"}']);
    const blocking = withHooks([
      { event: pre, command: change },
      { event: pre, command: note("blocks", "echo no; exit 1") },
      { event: pre, command: note("never") },
    ]);
    const refused = await (await blocking.place.engine()).fire("PreToolUse", bash);
    expect(refused).toMatchObject({ verdict: "deny", reason: "no", updatedInput: null });
    expect([refused.runs.length, blocking.ran()]).toEqual([2, ['{"command":"ls"}', "blocks"]]);
    expect(refused.skipped.map(({ why }) => why)).toEqual([expect.stringMatching(/blocked before it$/)]);
  });

  // Ours of HookExecutor is the engine, and `stop_on_failure` stands in the file; its default timeout and its folder are shown above.
  // shows: F-059 F-099 F-128
  it("that blocks lets the others run where its file says so, and still blocks", async () => {
    const hooks = [
      { event: pre, command: note("a") },
      { event: pre, command: note("b", "echo no; exit 1") },
      { event: pre, command: note("c", "echo neither; exit 1") },
    ];
    const { place, ran } = withHooks(hooks, { stop_on_failure: false });
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    const decision = await engine.fire("PreToolUse", bash);
    expect(decision).toMatchObject({ verdict: "deny", reason: "no\nneither" });
    expect([decision.runs.length, ran()]).toEqual([3, ["a", "b", "c"]]);
    const stopping = withHooks(hooks, { stop_on_failure: true });
    expect((await (await stopping.place.engine()).fire("PreToolUse", bash)).runs).toHaveLength(2);
    // It speaks for the hooks of its own file.
    const mixed = withHooks(hooks.slice(2));
    mixed.place.write(join(mixed.place.home, ".config/forge/hooks.json"), {
      stop_on_failure: false,
      hooks: hooks.slice(0, 2),
    });
    expect((await (await mixed.place.engine()).fire("PreToolUse", bash)).runs).toHaveLength(3);
  });

  // shows: F-007 F-057 F-058 F-086 F-118 F-121 F-141
  it("that cannot run, dies or has no folder is a fault; the tool and the other hooks go on", async () => {
    const { place, ran } = withHooks([
      { event: pre, command: "no-such-program --at-all" },
      { event: pre, command: "kill -9 $$" },
      { event: pre, command: "true", working_dir: "no/such/folder" },
      { event: pre, command: note("last") },
    ]);
    const records: TraceRecord[] = [];
    const engine = await place.engine({ trace: (record) => void records.push(record) });
    const { verdict, runs, messages } = await engine.fire("PreToolUse", bash);
    expect([verdict, ran()]).toEqual(["pass", ["last"]]);
    expect(runs).toMatchObject([
      { fault: "spawn", exitCode: 127 },
      { fault: "crash", signal: "SIGKILL" },
      { fault: "spawn" },
      { status: "ok" },
    ]);
    const texts = messages.map(({ level, text }) => `${level} ${text}`);
    expect(texts).toEqual([
      expect.stringMatching(/^warn .*no-such-program.*not found; went on without it$/),
      expect.stringMatching(/^warn .*SIGKILL; went on without it$/),
      expect.stringMatching(/^warn .*no\/such\/folder.*; went on without it$/),
    ]);
    // Where Code-Forge logs an error: with the event, the hook and its command, and what went wrong.
    const logged = records.filter(({ step }) => step === "interpret");
    expect(logged.map(({ level, data }) => [level, data.event, data.hook, data.command, data.fault])).toEqual(
      [
        ["error", "PreToolUse", runs[0]?.hook, "no-such-program --at-all", "spawn"],
        ["error", "PreToolUse", runs[1]?.hook, "kill -9 $$", "crash"],
        ["error", "PreToolUse", runs[2]?.hook, "true", "spawn"],
        ["info", "PreToolUse", runs[3]?.hook, note("last"), null],
      ],
    );
  });

  // The origin returned after five seconds and refused the tool.
  // shows: F-049 F-050 F-087 F-119 F-131 F-138
  it("that takes too long is stopped with all that it started, is logged as an error, and does not block", async () => {
    const { place, ran } = withHooks([
      { event: pre, command: 'sleep 60 & echo $! > "$HOME/pid"; wait', timeout: 1 },
      { event: pre, command: note("next") },
    ]);
    const records: TraceRecord[] = [];
    const engine = await place.engine({ trace: (record) => void records.push(record) });
    const began = performance.now();
    const { verdict, runs, messages } = await engine.fire("PreToolUse", bash);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect([verdict, ran()]).toEqual(["pass", ["next"]]);
    expect(runs[0]).toMatchObject({ fault: "timeout", left: [] });
    expect(messages).toMatchObject([{ level: "warn", text: expect.stringContaining("timeout") }]);
    expect(await areAlive({ child: Number(place.read(`${place.home}/pid`)) })).toEqual({ child: false });
    const said = records.find(({ step }) => step === "interpret");
    expect(said).toMatchObject({ level: "error", data: { hook: runs[0]?.hook, fault: "timeout" } });
  });

  // The origin let hooks read the terminal, where they hung.
  // shows: F-043 F-039
  it("that reads its stdin gets the event and its end, in a shell of its own", async () => {
    const { place } = withHooks([
      { event: pre, command: 'cd /; LEFT=over; cat > "$HOME/seen"' },
      { event: pre, command: 'echo "$PWD $LEFT" > "$HOME/after"' },
    ]);
    await (await place.engine()).fire("PreToolUse", bash);
    expect(JSON.parse(place.read(`${place.home}/seen`))).toMatchObject({ type: pre, tool_name: "bash" });
    expect(place.read(`${place.home}/after`)).toBe(`${place.project} \n`);
  });

  // The origin cut variables at 8192 characters, in the middle of the JSON.
  it("gets long arguments whole", async () => {
    const { place } = withHooks([{ event: pre, command: 'printf "%s" "$FORGE_TOOL_ARGS" > "$HOME/args"' }]);
    const engine = await place.engine();
    for (const length of [20_000, 90_000, 200_000]) {
      const input = { content: "é".repeat(length) };
      await engine.fire("PreToolUse", { tool_name: "write", tool_input: input });
      expect(JSON.parse(place.read(`${place.home}/args`))).toEqual(input);
    }
  });

  // Ours of HookResult is a run: `success` is its exit code and fault, `timed_out` and `error` its fault; `should_continue` is the
  // verdict.
  // shows: F-040 F-041 F-045 F-046 F-047 F-097 F-098 F-120
  it("leaves what it printed, how it ended and how long it took", async () => {
    const { place } = withHooks([
      { event: "tool:post_execute", command: "echo out; echo err >&2" },
      { event: "tool:post_execute", command: "echo out; echo err >&2; exit 3" },
    ]);
    const records: TraceRecord[] = [];
    const engine = await place.engine({ trace: (record) => void records.push(record) });
    const decision = await engine.fire("PostToolUse", { ...bash, tool_response: {} });
    const streams = { stdout: "out\n", stderr: "err\n", durationMs: expect.any(Number) };
    expect(decision.runs.map(({ hook }) => hook)).toEqual(engine.hooks.map(({ id }) => id));
    expect(decision.runs).toMatchObject([
      { ...streams, exitCode: 0, fault: null, status: "ok" },
      { ...streams, exitCode: 3, fault: null, reason: "out" },
    ]);
    expect(decision.verdict).toBe("pass");
    expect(decision.messages).toMatchObject([{ level: "warn", text: "out" }]);
    const steps = records.filter(({ step }) => step === "interpret").map(({ level }) => level);
    expect(steps).toEqual(["info", "error"]);
    // What it writes to stderr is a warning in the log, also where it ended well.
    const logged = records.filter(({ step }) => step === "run");
    expect(logged.map(({ level, data }) => [level, data.exitCode, data.stderr])).toEqual([
      ["warn", 0, expect.objectContaining({ size: 4 })],
      ["warn", 3, expect.objectContaining({ size: 4 })],
    ]);
    const quiet = withHooks([{ event: pre, command: "echo fine" }]);
    records.length = 0;
    const other = await quiet.place.engine({ trace: (record) => void records.push(record) });
    expect((await other.fire("PreToolUse", bash)).verdict).toBe("pass");
    expect(records.find(({ step }) => step === "run")?.level).toBe("info");
    other.register({ dialect: "forge", event: pre, hooks: [{ command: "exit 3" }] });
    expect((await other.fire("PreToolUse", bash)).verdict).toBe("deny");
  });

  // shows: F-046
  it("leaves what it wrote to stderr in a trace that holds values", async () => {
    const { place } = withHooks([{ event: pre, command: "echo deprecated >&2" }]);
    await (await place.engine({ trace: "full" })).fire("PreToolUse", bash);
    const day = new Date().toISOString().slice(0, 10);
    const lines = place
      .read(join(place.home, `.local/state/hookline/trace/${day}.jsonl`))
      .trim()
      .split("\n");
    const run = lines.map((line) => JSON.parse(line)).find(({ step }) => step === "run");
    expect(run).toMatchObject({ level: "warn", data: { exitCode: 0, stderr: "deprecated\n" } });
  });

  // Ours of HookRegistry is the engine: `register` gives the function that unregisters, `hooks` is the list, `preview` gets those of an
  // event, all removed is clear, and the one instance is the engine that the host keeps.
  // shows: F-062 F-096 F-127
  it("can be registered for a session, found, and removed again", async () => {
    const { place, ran } = withHooks([{ event: pre, command: note("file") }]);
    const engine = await place.engine();
    const found = () =>
      engine.preview("PreToolUse", bash).plan.lanes.flatMap(({ strands }) => strands.flat()).length;
    const entry = { event: `${pre}:bash,tool:error`, hooks: [{ command: note("session"), timeout: 3 }] };
    const remove = engine.register({ dialect: "forge", ...entry });
    expect([found(), engine.hooks.length]).toEqual([2, 3]);
    expect(engine.hooks.at(-1)).toMatchObject({ event: "PostToolUseFailure", timeoutMs: 3_000 });
    await engine.fire("PreToolUse", bash);
    await engine.fire("PreToolUse", aTool("write", {}));
    remove();
    await engine.fire("PreToolUse", bash);
    expect(ran()).toEqual(["file", "session", "file", "file"]);
    expect([found(), engine.hooks.length]).toEqual([1, 1]);
    // Who removes twice removes nothing of others, and no other engine has heard of any of it.
    const kept = engine.register({ dialect: "forge", ...entry });
    const other = await place.engine();
    remove();
    expect([found(), engine.hooks.length, other.hooks.length]).toEqual([2, 3, 1]);
    kept();
    expect(engine.hooks.filter(({ source }) => source.layer === "code")).toEqual([]);
    const wrong = { dialect: "forge", event: "tool:pre", hooks: [{ command: "true" }] };
    expect(() => engine.register(wrong)).toThrow(/no event "tool:pre" in Code-Forge/);
    expect(() => engine.register({ ...wrong, event: pre, matcher: "bash" })).toThrow(
      /"tool:pre_execute:bash"/,
    );
  });
});

describe("a tool call under hooks of Code-Forge", () => {
  const events = ["tool:*", "permission:denied"].join(",");
  const told = {
    event: events,
    command: 'echo "$FORGE_EVENT $FORGE_TOOL_RESULT$FORGE_ERROR" >> "$HOME/ran"',
  };

  // shows: F-108 F-109 F-110 F-143 F-130
  it("fires before it, and after it by what became of it", async () => {
    const { place, ran } = withHooks([told]);
    const engine = await place.engine();
    const call = { name: "bash", input: { command: "ls" } };
    await engine.wrapTool(call, () => ({ success: true }));
    await engine.wrapTool(call, () => Promise.reject(new Error("it broke")));
    expect(ran()).toEqual([
      "tool:pre_execute ",
      'tool:post_execute {"success":true}',
      "tool:pre_execute ",
      "tool:error it broke",
    ]);
  });

  // shows: F-052 F-111 F-132 F-139
  it("does not happen if a hook before it fails", async () => {
    const { place, ran } = withHooks([told, { event: `${pre}:bash`, command: "echo not today; exit 7" }]);
    const engine = await place.engine();
    const done: string[] = [];
    const result = await engine.wrapTool({ name: "bash", input: {} }, () => done.push("ran"));
    expect([result.ran, done, result.decision.reason]).toEqual([false, [], "not today"]);
    expect(ran()).toEqual(["tool:pre_execute ", "permission:denied"]);
  });

  it("runs with what a hook has changed", async () => {
    const { place } = withHooks([{ event: pre, command: `echo '{"modified_args": {"command": "ls -a"}}'` }]);
    const engine = await place.engine();
    const call = { name: "bash", input: { command: "ls", timeout: 5 } };
    const { output } = await engine.wrapTool(call, (input) => input);
    expect(output).toEqual({ command: "ls -a", timeout: 5 });
  });
});

describe("hooks of Code-Forge on the command line", () => {
  // shows: F-123
  it("that fire their own event again come to an end", async () => {
    const { place, ran } = withHooks([]);
    const fire = 'node "$CLI" fire PreToolUse --tool bash --input "{}" --dialect forge --trust --json';
    place.write(".forge/hooks.json", {
      hooks: [{ event: pre, command: `echo deeper >> "$HOME/ran"; ${fire} >> "$HOME/said"`, timeout: 60 }],
    });
    const bin = join(import.meta.dirname, "../../bin/hookline.cjs");
    const env = { ...place.env, CLI: bin };
    const args = ["fire", "PreToolUse", "--tool", "bash", "--input", "{}", "--dialect", "forge", "--trust"];
    const { status } = await cli([...args, "--cwd", place.project], { cwd: place.project, env });
    expect([status, ran()]).toEqual([0, ["deeper", "deeper", "deeper"]]);
    const [first = ""] = place.read(`${place.home}/said`).trim().split("\n");
    expect(JSON.parse(first)).toMatchObject({ verdict: "pass", runs: [{ fault: "resource" }] });
  }, 60_000);

  // shows: F-084 F-090 F-142
  it("leave no secret in the trace", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(4)}`;
    const command = `curl -H "Authorization: Bearer ${secret}" https://example.invalid; echo token=${secret}; exit 1`;
    const { place } = withHooks([{ event: pre, command, env: { API_TOKEN: secret } }]);
    for (const trace of ["digest", "full"] as const) {
      const engine = await place.engine({ trace });
      await engine.fire(
        "PreToolUse",
        aTool("bash", { command: `export API_KEY=${secret}`, password: secret }),
      );
    }
    const day = new Date().toISOString().slice(0, 10);
    const text = place.read(join(place.home, `.local/state/hookline/trace/${day}.jsonl`));
    expect(text).toContain("curl -H");
    expect(text).toContain("[redacted]");
    expect(text).not.toContain(secret);
  });
});
