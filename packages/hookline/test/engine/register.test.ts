import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allDialects } from "../../src/dialects/all.ts";
import type { Engine, HooklineError, JsonObject, Registration } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

/** What each dialect calls the moment before a tool runs. */
function beforeTool(dialect: string): string {
  return dialect === "forge" ? "tool:pre_execute" : "PreToolUse";
}

const pass = () => undefined;
const command = (text: string, more: JsonObject = {}) => ({ type: "command", command: text, ...more });
const names = (engine: Engine) => engine.hooks.map(({ id }) => id);

describe.each(allDialects.map(({ name }) => name))("hooks that code registers in %s", (dialect) => {
  // shows: S-012 S-075 S-076
  it("are functions and entries in one list, and need no approval", async () => {
    const { engine, project } = scratch();
    const running = await engine({ trust: "store" });
    const seen: unknown[] = [];
    const entry = command('cat > "$OUT"', { env: { OUT: join(project, "seen") }, id: "entry" });
    const off = running.register({
      dialect,
      event: beforeTool(dialect),
      hooks: [(payload) => void seen.push(payload), entry],
    });
    expect(running.hooks).toMatchObject([
      { dialect, type: "function", event: "PreToolUse", source: { layer: "code", text: "code" } },
      { dialect, type: "command", event: "PreToolUse", id: "entry", source: { text: "code" } },
    ]);
    const { plan } = running.preview("PreToolUse", aWrite);
    expect(plan.lanes.map((lane) => [lane.dialect.name, lane.strands.flat().length])).toEqual([[dialect, 2]]);
    const decision = await running.fire("PreToolUse", aWrite);
    expect(decision.runs).toMatchObject([
      { type: "function", status: "ok", source: "code", dialect },
      { type: "command", status: "ok", source: "code", dialect, exitCode: 0 },
    ]);
    // Both saw the same object; a time of day may have passed between them.
    const printed: unknown = JSON.parse(readFileSync(join(project, "seen"), "utf8"));
    expect(JSON.stringify(seen[0])).toBe(JSON.stringify(printed));
    expect(Object.isFrozen(seen[0])).toBe(true);
    off();
    off();
    expect(running.hooks).toEqual([]);
    expect((await running.fire("PreToolUse", aWrite)).runs).toEqual([]);
  });

  it("are as many as there are functions: none is taken for a copy of another", async () => {
    const engine = await scratch().engine();
    const heard: number[] = [];
    const noting = (number: number) => () => void heard.push(number);
    const event = beforeTool(dialect);
    engine.register({ dialect, event, hooks: [noting(1), noting(2)] });
    engine.register({ dialect, event, hooks: [noting(3)] });
    const { runs, skipped } = await engine.fire("PreToolUse", aWrite);
    expect(heard).toEqual([1, 2, 3]);
    expect(runs).toHaveLength(3);
    expect(skipped).toEqual([]);
  });

  it("are refused with a sentence where a file would be reported", async () => {
    const engine = await scratch().engine();
    const event = beforeTool(dialect);
    const refused = (registration: object) =>
      refusal(engine, { dialect, event, hooks: [pass], ...registration });
    expect(refused({ event: `${event.slice(0, -1)}` })).toContain(event);
    expect(refused({ hooks: [{ type: "command" }] })).toContain('needs "command"');
    expect(refused({ hooks: [{ type: "comand", command: "true" }] })).toContain('did you mean "command"?');
    expect(refused({ hooks: [pass, command("true", { timeout: "5" })] })).toContain(
      '"timeout" must be a number',
    );
    expect(refused({ timeout: -1 })).toContain('"timeout" must be from');
    expect(refused({ hooks: [command("true", { onFailure: "stop" })] })).toContain('"onFailure"');
    expect(engine.hooks).toEqual([]);
  });
});

describe("a registration that is wrong in itself", () => {
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "takes an object"],
    [
      "another dialect",
      { dialect: "spec7", event: "Stop", hooks: [pass] },
      'no dialect "spec7"; known are: native',
    ],
    ["a key that means nothing", { event: "Stop", hook: [pass] }, 'did you mean "hooks"?'],
    ["a misspelt matcher", { event: "Stop", hooks: [pass], macher: "Write" }, 'did you mean "matcher"?'],
    ["no event", { hooks: [pass] }, '"event" must be the name'],
    ["no hooks", { event: "Stop" }, '"hooks" must be a list'],
    ["an empty list", { event: "Stop", hooks: [] }, "at least one"],
    ["a text as hook", { event: "Stop", hooks: ["./check.sh"] }, 'like { command: "…" }, not "./check.sh"'],
    ["a type without its function", { event: "Stop", hooks: [{ type: "function" }] }, "the function itself"],
    ["a number as matcher", { event: "PreToolUse", hooks: [pass], matcher: 7 }, '"matcher" must be a string'],
    [
      "an expression that is none",
      { event: "PreToolUse", hooks: [pass], matcher: "[" },
      "no valid regular expression",
    ],
    [
      "a glob that is none",
      { dialect: "spec07", event: "PreToolUse", hooks: [pass], matcher: "[" },
      "no valid glob",
    ],
    [
      "a text as timeout",
      { event: "Stop", hooks: [pass], timeout: "5" },
      '"timeout" must be a number, not "5"',
    ],
    [
      "a timeout of a group that is no time",
      { dialect: "spec07", event: "Stop", hooks: [pass], timeout: -1 },
      "must be from",
    ],
    ["no group where there must be one", { event: "Stop", hooks: [pass], bare: true }, "without a group"],
    [
      "a scope of nothing",
      { event: "Stop", hooks: [pass], scope: { of: "tool", name: "x" } },
      '"scope" must be',
    ],
    [
      "a scope without a name",
      { event: "Stop", hooks: [pass], scope: { of: "agent", name: "" } },
      '"scope" must be',
    ],
    [
      "a matcher in a list",
      { dialect: "forge", event: "tool:pre_execute", matcher: "bash", hooks: [pass] },
      '"tool:pre_execute:bash"',
    ],
    ["a condition", { event: "PreToolUse", hooks: [command("true", { if: "Write" })] }, "are for files"],
    ["an event of another dialect", { dialect: "spec07", event: "CwdChanged", hooks: [pass] }, '("native")'],
  ])("%s is refused", async (_name, registration, said) => {
    const engine = await scratch().engine();
    expect(refusal(engine, registration)).toContain(said);
    expect(engine.hooks).toEqual([]);
  });

  it("a condition is refused although a file of this process has one", async () => {
    const file = { PreToolUse: [{ hooks: [command("true", { if: "Write", when: "true" })] }] };
    const engine = await scratch(file).engine();
    for (const name of ["if", "when"]) {
      const hooks = [command("true", { [name]: name === "if" ? "Write" : "true" })];
      expect(refusal(engine, { event: "PreToolUse", hooks })).toContain("are for files");
    }
  });

  it("is refused after the engine was closed", async () => {
    const engine = await scratch().engine();
    await engine.close();
    expect(() => engine.register({ event: "Stop", hooks: [pass] })).toThrow("was closed");
  });
});

describe("the place of registered hooks", () => {
  // shows: S-029 S-046
  it("is after those of files, in the order of registration, groups top to bottom", async () => {
    const say = (word: string) => command(`echo ${word} >> order`);
    const { engine, project } = scratch({ PreToolUse: [{ sequential: true, hooks: [say("file")] }] });
    const running = await engine();
    const spec07 = (...hooks: Registration["hooks"]) =>
      running.register({ dialect: "spec07", event: "PreToolUse", hooks });
    spec07(say("b1"), say("b2"));
    spec07(say("c1"));
    const { runs } = await running.fire("PreToolUse", aWrite);
    expect(runs.map(({ source }) => source.replace(/:.*/, ""))).toEqual([
      ".hookline/hooks.json",
      "code",
      "code",
      "code",
    ]);
    const ran = readFileSync(join(project, "order"), "utf8").trim().split("\n");
    expect(ran.filter((word) => word !== "file")).toEqual(["b1", "b2", "c1"]);
  });

  it("stays theirs when the files are read again", async () => {
    const { engine, write } = scratch(commands("true"));
    const running = await engine();
    running.register({ event: "PreToolUse", hooks: [pass] });
    write(".hookline/hooks.json", { hooks: commands("true", "exit 0") });
    await running.reload();
    expect(running.hooks.map(({ source }) => source.layer)).toEqual(["team", "team", "code"]);
  });

  it("is their own: each function has an id, an entry the one it says, and none is given twice", async () => {
    const engine = await scratch().engine();
    const named = () => engine.register({ event: "Stop", hooks: [command("true", { id: "mine" })] });
    const off = named();
    engine.register({ event: "Stop", hooks: [pass, pass, command("true")] });
    expect(new Set(names(engine)).size).toBe(4);
    expect(named).toThrow('a hook "mine" is registered already');
    expect(() => engine.on("Stop", pass, { id: "mine" })).toThrow("already");
    const twice = [command("true", { id: "x" }), command("false", { id: "x" })];
    expect(() => engine.register({ event: "Stop", hooks: twice })).toThrow('"x"');
    off();
    named();
    expect(names(engine)).toContain("mine");
  });

  it("shows what a function is called", async () => {
    const engine = await scratch().engine();
    engine.register({ event: "Stop", hooks: [function guardTheTests() {}] });
    expect(engine.hooks[0]?.description).toBe("guardTheTests");
  });
});

describe("what holds for registered hooks", () => {
  it("a name that stands for several events makes a hook of each, with the same function", async () => {
    const engine = await scratch().engine();
    const seen: unknown[] = [];
    engine.register({
      dialect: "cli-agent",
      event: "PostToolUse",
      hooks: [(payload) => void seen.push(payload.hook_event_name)],
    });
    await engine.fire("PostToolUse", { ...aWrite, tool_response: {} });
    await engine.fire("PostToolUseFailure", { ...aWrite, error: "x" });
    expect(seen).toHaveLength(2);
  });

  it("a fault blocks where the registration says so, and an entry may say otherwise", async () => {
    const engine = await scratch().engine();
    const broken = () => {
      throw new Error("oops");
    };
    const off = engine.register({ event: "PreToolUse", onFailure: "block", hooks: [broken] });
    expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("crash: oops"),
    });
    off();
    const open = command("exit 3", { onFailure: "continue" });
    engine.register({ event: "PreToolUse", onFailure: "block", hooks: [open] });
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("pass");
  });

  it("a timeout is of each hook that names none, in the dialect's unit", async () => {
    const engine = await scratch().engine();
    const hooks = [pass, command("true", { timeout: 7 })];
    engine.register({ event: "PreToolUse", timeout: 5, hooks });
    engine.register({ dialect: "gencode", event: "PreToolUse", timeout: 5000, hooks: [pass] });
    engine.register({ dialect: "spec07", event: "PreToolUse", timeout: 5, hooks: [pass] });
    expect(engine.hooks.map(({ timeoutMs, groupTimeoutMs }) => [timeoutMs, groupTimeoutMs])).toEqual([
      [5_000, null],
      [7_000, null],
      [5_000, null],
      [600_000, 5_000],
    ]);
  });

  it("what is doubtful is told once, with the next decision that reaches the model", async () => {
    const engine = await scratch().engine();
    engine.register({ dialect: "spec07", event: "PreToolUse", timeout: 60_000, hooks: [pass] });
    const texts = async () => (await engine.fire("PreToolUse", aWrite)).messages.map(({ text }) => text);
    expect(await texts()).toEqual([expect.stringContaining("write 60 if milliseconds were meant")]);
    expect(await texts()).toEqual([]);
  });

  it("an event that has begun keeps the hooks that it began with", async () => {
    const engine = await scratch().engine();
    const off: () => void = engine.register({
      dialect: "spec07",
      event: "PreToolUse",
      hooks: [() => off(), () => ({ decision: "block", reason: "still here" })],
    });
    expect((await engine.fire("PreToolUse", aWrite)).reason).toBe("still here");
    expect((await engine.fire("PreToolUse", aWrite)).runs).toEqual([]);
  });

  it("a dialect whose files are not read may be registered in", async () => {
    const engine = await scratch().engine({ dialects: ["native"] });
    engine.register({ dialect: "wingman", event: "PreToolUse", hooks: [command("echo no >&2; exit 2")] });
    expect((await engine.fire("PreToolUse", aWrite)).reason).toBe("no");
  });
});

/** The sentence with which a registration is refused. */
function refusal(engine: Engine, registration: unknown): string {
  try {
    // What a caller without a compiler may pass.
    engine.register(registration as Registration);
  } catch (error) {
    expect((error as HooklineError).code).toBe("invalid-option");
    return (error as HooklineError).message;
  }
  return "it was accepted";
}
