import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defineRunner, type WrapOptions } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

const answer = (specific: object) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...specific } })}'`;
const ask = commands(answer({ permissionDecision: "ask" }));

describe("a copy of a hook", () => {
  it("that nobody approved does not switch off the managed one, nor take its environment away", async () => {
    const guard = { type: "command", command: `echo "no [$MY_TOKEN]" >&2; exit 2` };
    const { engine, write, system, env } = scratch({ PreToolUse: [{ hooks: [{ ...guard, id: "copy" }] }] });
    write(join(system, "etc/hookline/hooks.json"), {
      hooks: { PreToolUse: [{ hooks: [{ ...guard, id: "managed" }] }] },
    });
    for (const trust of ["store", "all"] as const) {
      const decision = await (await engine({ trust, env: { ...env, MY_TOKEN: "t" } })).fire(
        "PreToolUse",
        aWrite,
      );
      expect(decision).toMatchObject({ verdict: "deny", reason: "no [t]" });
      expect(decision.skipped).toMatchObject([
        { hook: "copy", why: expect.stringContaining("duplicate of managed") },
      ]);
    }
  });

  it("that nobody approved can make the hook stricter", async () => {
    const { engine, write, home } = scratch(commands({ command: "no-such-program", onFailure: "block" }));
    write(join(home, ".config/hookline/hooks.json"), { hooks: commands("no-such-program") });
    expect((await (await engine({ trust: "store" })).fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });
});

describe("a rewrite that does not count", () => {
  it.each(["shadow", "warn"])("in %s mode does not blind the next hook of its group", async (mode) => {
    const { engine } = scratch({
      PreToolUse: [
        {
          sequential: true,
          hooks: [
            { type: "command", mode, command: answer({ updatedInput: { command: "ls" } }) },
            { type: "command", command: "grep -q 'rm -rf' && exit 2; exit 0" },
          ],
        },
      ],
    });
    const payload = { tool_name: "Bash", tool_input: { command: "rm -rf /" } };
    expect((await (await engine()).fire("PreToolUse", payload)).verdict).toBe("deny");
  });
});

describe("wrapTool", () => {
  const wrong = [false, {}, undefined, { behavior: "ask" }, { behavior: "Deny" }, "allow"];

  it.each(wrong)("takes the permission %j as a no", async (given) => {
    const permission = (() => given) as unknown as NonNullable<WrapOptions["permission"]>;
    const result = await (await scratch(ask).engine()).wrapTool({ name: "Write", input: {} }, () => 1, {
      permission,
    });
    expect(result).toMatchObject({ ran: false, decision: { verdict: "deny" } });
  });

  it("takes a permission that throws as a no, and says so", async () => {
    const permission = () => Promise.reject(new Error("no dialog"));
    const result = await (await scratch(ask).engine()).wrapTool({ name: "Write", input: {} }, () => 1, {
      permission,
    });
    expect(result).toMatchObject({ ran: false, decision: { reason: expect.stringContaining("no dialog") } });
  });

  it("runs the tool with what was checked, whatever becomes of the caller's object", async () => {
    const engine = await scratch().engine();
    const input = { command: "ls" };
    engine.on("PreToolUse", async ({ tool_input }) => {
      await new Promise((resolve) => setImmediate(resolve));
      return tool_input.command === "rm" ? { verdict: "deny" as const } : undefined;
    });
    const seen: unknown[] = [];
    const running = engine.wrapTool({ name: "Bash", input }, (final) => seen.push(final), {
      permission: (request) => {
        expect(Object.isFrozen(request.input)).toBe(true);
        return { behavior: "allow" };
      },
    });
    input.command = "rm";
    await running;
    expect(seen).toEqual([{ command: "ls" }]);
  });

  it("does not run a tool whose input nobody could be told", async () => {
    const engine = await scratch(commands("true")).engine();
    const deep = JSON.parse(`{"a":${"[".repeat(3500)}${"]".repeat(3500)}}`);
    await expect(engine.wrapTool({ name: "B", input: deep }, () => 1)).rejects.toThrow(
      "cannot be written as JSON",
    );
  });

  it("keeps the tool's result when the engine closes meanwhile, and whatever the tool throws", async () => {
    const engine = await scratch(commands("true")).engine();
    const odd = Object.create(null);
    expect(await engine.wrapTool({ name: "B", input: {} }, () => Promise.reject(odd))).toMatchObject({
      ran: true,
      error: odd,
    });
    const closing = await engine.wrapTool({ name: "B", input: {} }, async () => {
      await engine.close();
      return "done";
    });
    expect(closing).toMatchObject({ ran: true, output: "done", after: null });
  });

  it("hands on what PermissionDenied's hooks offer", async () => {
    const engine = await scratch(commands("exit 2")).engine();
    engine.on("PermissionDenied", () => ({
      hookSpecificOutput: { hookEventName: "PermissionDenied", retry: true },
    }));
    expect((await engine.wrapTool({ name: "Write", input: {} }, () => 1)).decision.effects).toEqual({
      retry: true,
    });
  });
});

describe("odd payloads, answers and runners", () => {
  // shows: W-099 W-103 F-057 F-141
  it("never end the process or lose another hook's deny", async () => {
    const { engine } = scratch(commands("exit 2"));
    const running = await engine();
    running.on("PreToolUse", () => new Promise<void>((resolve) => setTimeout(resolve, 20)));
    const deep = JSON.parse(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`);
    const decision = await running.fire("PreToolUse", { tool_name: "B", tool_input: deep });
    expect(decision.runs).toHaveLength(2);
    const big = { tool_name: "B", tool_input: { n: 1n } } as unknown as {
      tool_name: string;
      tool_input: { n: number };
    };
    expect((await running.fire("PreToolUse", big)).inputDigest).toBe("");
    await expect(running.fire("Stop", undefined as unknown as { stop_hook_active: boolean })).rejects.toThrow(
      "payload",
    );
  });

  it.each([
    [
      "a getter that throws",
      () => ({
        get verdict() {
          throw new Error("mine");
        },
      }),
    ],
    [
      "a proxy that throws",
      () =>
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error("mine");
            },
          },
        ),
    ],
    [
      "a cycle",
      () => {
        const value: Record<string, unknown> = { verdict: "allow" };
        value.updatedInput = value;
        return value;
      },
    ],
    ["a number without end", () => ({ updatedInput: { n: 1n } })],
  ])("an answer with %s is malformed", async (_what, run) => {
    const engine = await scratch().engine();
    engine.on("PreToolUse", "*", run, { onFailure: "block" });
    expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
      verdict: "deny",
      runs: [{ fault: "malformed" }],
    });
  });

  it("a function's rewrite is a copy", async () => {
    const engine = await scratch().engine();
    const kept = { file_path: "x", n: Object.freeze({ a: [1] }) };
    engine.on("PreToolUse", () => ({ updatedInput: kept }));
    const { updatedInput } = await engine.fire("PreToolUse", aWrite);
    kept.n.a.push(2);
    expect(updatedInput).toEqual({ file_path: "x", n: { a: [1] } });
    expect(Object.isFrozen(kept)).toBe(false);
  });

  it("a rewrite that is merged leaves the host's own objects as they are, and shares none with them", async () => {
    const engine = await scratch().engine();
    const rewriting = () => ({ updatedInput: { more: true } });
    engine.register({ dialect: "forge", event: "tool:pre_execute", hooks: [rewriting] });
    const given = { path: "x", edits: [{ line: 1 }], kept: Object.freeze({ tags: ["a"] }) };
    const { updatedInput } = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: given });
    expect(Object.isFrozen(given.edits)).toBe(false);
    given.edits.push({ line: 2 });
    given.kept.tags.push("b");
    expect(updatedInput).toEqual({ path: "x", edits: [{ line: 1 }], kept: { tags: ["a"] }, more: true });
  });

  it("an input that is no JSON can be rewritten like any other", async () => {
    const engine = await scratch().engine();
    engine.on("PreToolUse", () => ({ updatedInput: { file_path: "x" } }));
    const large = JSON.parse("{}");
    large.number = 1n;
    const round = JSON.parse("{}");
    round.self = round;
    for (const tool_input of [large, round])
      expect(await engine.fire("PreToolUse", { tool_name: "Write", tool_input })).toMatchObject({
        updatedInput: { file_path: "x" },
      });
  });

  it("a runner that gives no run is a fault", async () => {
    const give = (type: string, value: unknown) =>
      defineRunner({
        type,
        summary: "",
        fields: {},
        identity: [],
        run: () => value as ReturnType<Parameters<typeof defineRunner>[0]["run"]>,
      });
    const { engine } = scratch({ PreToolUse: [{ hooks: [{ type: "five" }, { type: "empty" }] }] });
    const running = await engine({ runners: [give("five", 5), give("empty", Promise.resolve({}))] });
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
      { fault: "malformed" },
      { fault: "malformed" },
    ]);
  });

  it("effects cannot change how objects work", async () => {
    const engine = await scratch().engine();
    engine.on("PreToolUse", () => ({
      effects: JSON.parse('{"__proto__":{"x":1},"constructor":1,"fine":2}'),
    }));
    const { effects, messages } = await engine.fire("PreToolUse", aWrite);
    expect(Object.entries(effects)).toEqual([["fine", 2]]);
    expect([Object.getPrototypeOf(effects), messages]).toEqual([Object.prototype, []]);
  });
});

describe("hosts", () => {
  it("must say yes plainly to be believed", async () => {
    const rules = [
      async () => true,
      () => 1,
      () => {
        throw new Error("mine");
      },
    ] as unknown as (() => boolean)[];
    for (const trust of rules) {
      const { engine } = scratch(commands("true"));
      expect((await (await engine({ trust })).fire("PreToolUse", aWrite)).runs).toMatchObject([
        { fault: "untrusted" },
      ]);
    }
  });

  it("may remove a function twice, or while it runs", async () => {
    const engine = await scratch().engine();
    const off = engine.on("PreToolUse", () => ({ verdict: "deny" }), { id: "g" });
    const fired = engine.fire("PreToolUse", aWrite);
    off();
    expect((await fired).verdict).toBe("deny");
    engine.on("PreToolUse", () => ({ verdict: "deny" }), { id: "g" });
    off();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });

  it.each([
    { timeoutMs: Number.POSITIVE_INFINITY },
    { timeoutMs: -5 },
    { timeoutMs: 3e9 },
    { onFailure: "Block" },
    { mode: "on" },
  ])("are told of a wrong option %j", async (options) => {
    const engine = await scratch().engine();
    expect(() => engine.on("PreToolUse", "*", () => undefined, options as object)).toThrow("must be");
  });

  it("may throw or reject in wake and trace without ending the process", async () => {
    const { engine } = scratch({
      Stop: [{ hooks: [{ type: "command", command: "echo fix >&2; exit 2", asyncRewake: true }] }],
    });
    const rejecting = (async () => Promise.reject(new Error("mine"))) as unknown as () => void;
    const running = await engine({
      trace: rejecting,
      wake: () => {
        throw new Error("mine");
      },
    });
    await running.fire("Stop", { stop_hook_active: false });
    await running.drain();
    expect((await running.fire("UserPromptSubmit", { prompt: "x" })).context).toEqual(["fix"]);
  });

  // shows: S-050
  it("may fire events from a function, as many at once as they like", async () => {
    const engine = await scratch().engine();
    engine.on("Stop", () => new Promise<void>((resolve) => setImmediate(resolve)));
    engine.on("PreToolUse", async () => void (await engine.fire("Stop", { stop_hook_active: false })), {
      timeoutMs: 5_000,
    });
    const fired = await Promise.all(Array.from({ length: 100 }, () => engine.fire("PreToolUse", aWrite)));
    expect(fired.flatMap(({ runs }) => runs.filter(({ fault }) => fault !== null))).toEqual([]);
  });
});

describe("what cannot be written or is too long", () => {
  it("does not lose a deny: the once book, the record of a background hook", async () => {
    const { engine, write, home } = scratch(commands({ command: "true", once: true }, "exit 2"));
    write(join(home, ".local"), "a file where a folder should be");
    const decision = await (await engine()).fire("PreToolUse", aWrite);
    expect(decision.verdict).toBe("deny");
    expect(decision.messages).toMatchObject([{ level: "warn", text: expect.stringContaining("once") }]);
  });

  it("runs an async once hook once", async () => {
    const { engine, project } = scratch(commands({ command: "echo x >> log", once: true, async: true }));
    const running = await engine();
    for (let count = 0; count < 3; count++) {
      await running.fire("PreToolUse", aWrite);
      await running.drain();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(readFileSync(join(project, "log"), "utf8")).toBe("x\n");
  });

  it("is cut in what background hooks say, in the halt and in the runs", async () => {
    const long = `node -e 'console.log(JSON.stringify({continue:false,stopReason:"h".repeat(50000),systemMessage:"m".repeat(20000),hookSpecificOutput:{hookEventName:"PreToolUse",additionalContext:"c".repeat(50000)}}))'`;
    const { engine, write } = scratch(
      commands(
        { command: `while [ ! -e go ]; do sleep 0.01; done; ${long}`, async: true },
        `${long}; node -e 'process.stderr.write("r".repeat(90000))'; exit 2`,
      ),
    );
    const running = await engine();
    const first = await running.fire("PreToolUse", aWrite);
    expect(first.halt?.reason.length).toBeLessThanOrEqual(10_000);
    expect(Math.max(...first.runs.map(({ reason }) => reason.length))).toBeLessThanOrEqual(10_000);
    write("go", "");
    await running.drain();
    const next = await running.fire("UserPromptSubmit", { prompt: "x" });
    expect(next.context[0]?.length).toBeLessThan(10_000);
    expect(next.messages[0]?.text.length).toBeLessThanOrEqual(10_000);
  });
});

describe("events that cannot be stopped", () => {
  it.each(["ask", "defer", "deny"] as const)("stay at pass when a function says %s", async (verdict) => {
    const engine = await scratch().engine();
    engine.on("SessionEnd", () => ({ verdict, reason: "r", halt: "h" }));
    const decision = await engine.fire("SessionEnd", { reason: "other" });
    expect(decision).toMatchObject({ verdict: "pass", halt: null });
    expect(decision.messages.map(({ text }) => text)).toEqual(['"halt" has no effect on SessionEnd', "r"]);
  });
});

describe("an approval", () => {
  it("covers the file that really runs, wherever the event happens", async () => {
    const { engine, write, project } = scratch(commands("sh check.sh"));
    write("check.sh", "exit 0");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    write("sub/check.sh", "touch ../pwned; exit 2");
    const inside = await running.fire("PreToolUse", { ...aWrite, cwd: join(project, "sub") });
    expect(inside.runs).toMatchObject([{ fault: "untrusted" }]);
    expect(existsSync(join(project, "pwned"))).toBe(false);
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
  });

  it.each([
    "$" + "{CLAUDE_PROJECT_DIR:-.}/hooks/x.sh",
    '"$PWD"/hooks/x.sh',
    "cd hooks && ./x.sh",
    'cd "$HOOKLINE_PROJECT_DIR/hooks" && sh x.sh',
    'bash -c "sh hooks/x.sh"',
    'eval "sh hooks/x.sh"',
    "node --require=./hooks/x.sh -e 0",
    "X=hooks/x.sh; sh $X",
    "BASH_ENV=hooks/x.sh bash -c true",
    "PATH=hooks:$PATH x.sh",
  ])("covers the script in %s", async (command) => {
    const { engine, write } = scratch(commands({ command, id: "x" }));
    const script = write("hooks/x.sh", "#!/bin/sh\n");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    const [hook] = running.hooks;
    expect(hook && running.distrust(hook)).toBeNull();
    write(script, "#!/bin/sh\n# changed\n");
    expect(hook && running.distrust(hook)).toContain("modified since it was approved: hooks/x.sh");
  });
});
