import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject, Notice, Registration } from "../../src/index.ts";
import { aWrite, scratch } from "../engine/scratch.ts";
import { isAlive, until } from "../system/command.ts";

/** A project with hooks of Spec 07 on PreToolUse. */
async function withHooks(hooks: Registration["hooks"], more: Partial<Registration> = {}) {
  const place = scratch();
  const engine = await place.engine();
  engine.register({ dialect: "spec07", event: "PreToolUse", hooks, ...more });
  const next = async () => engine.fire("UserPromptSubmit", { prompt: "x" });
  return { ...place, engine, next };
}

const context = (text: string): JsonObject => ({
  systemMessage: `message ${text}`,
  hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: text },
});
const wait = 'while [ ! -e "$PWD/go" ]; do sleep 0.05; done';
const behind = (then: string, timeout = "") => ({
  command: `echo '{"async":true${timeout && `,"asyncTimeout":${timeout}`}}'; ${then}`,
});

describe("a command that prints {async: true} first", () => {
  // shows: S-011 S-015 S-021 S-023 S-037 S-040
  it("goes on as the same process, and its answer comes once, with a later event", async () => {
    const answer = `echo ran >> count; ${wait}; echo '${JSON.stringify(context("late"))}'`;
    const { engine, project, write, next } = await withHooks([behind(answer), { command: "touch second" }]);
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(decision.runs).toMatchObject([{ status: "background" }, { status: "ok" }]);
    expect(decision.context).toEqual([]);
    // Nobody waited for it: the next one of the group has run, and it has not ended.
    expect(existsSync(join(project, "second"))).toBe(true);
    expect((await next()).context).toEqual([]);
    write("go", "");
    await engine.drain();
    expect(await next()).toMatchObject({ context: ["late"], messages: [{ text: "message late" }] });
    expect(await next()).toMatchObject({ context: [], messages: [] });
    expect(readFileSync(join(project, "count"), "utf8")).toBe("ran\n");
  });

  // shows: S-015 S-038 S-039 S-048
  it("is ended at its asyncTimeout with all its processes, and that is told", async () => {
    const { engine, project, next } = await withHooks([behind("sleep 60 & echo $! > pid; wait", "1")]);
    await engine.fire("PreToolUse", aWrite);
    await engine.drain();
    expect(await next()).toMatchObject({
      messages: [{ level: "warn", text: expect.stringContaining("in the background: timeout") }],
    });
    expect(isAlive(Number(readFileSync(join(project, "pid"), "utf8")))).toBe(false);
  });

  it("has that time also when its group had less", async () => {
    const { engine, next } = await withHooks(
      [behind(`sleep 2.2; echo '${JSON.stringify(context("later than the group"))}'`, "20")],
      { timeout: 1.5 },
    );
    await engine.fire("PreToolUse", aWrite);
    await engine.drain();
    expect((await next()).context).toEqual(["later than the group"]);
  });

  it("has its own time when it asks for none, whatever its group has", async () => {
    const slow = { ...behind(`sleep 2.2; echo '${JSON.stringify(context("own time"))}'`), timeout: 20 };
    const { engine, next } = await withHooks([slow], { timeout: 1.5 });
    await engine.fire("PreToolUse", aWrite);
    await engine.drain();
    expect((await next()).context).toEqual(["own time"]);
  });

  it("cannot refuse any more what has happened, and a crash is told", async () => {
    const { engine, next } = await withHooks([
      behind('sleep 0.01; echo \'{"decision":"block"}\''),
      behind("exit 3"),
    ]);
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("pass");
    await engine.drain();
    expect(await next()).toMatchObject({
      verdict: "pass",
      messages: [{ text: expect.stringContaining("exit code 3") }],
    });
  });

  it("takes no place among those that are waited for", async () => {
    const { engine, write } = await withHooks(Array(70).fill(behind(wait)));
    engine.register({ dialect: "spec07", event: "PreToolUse", hooks: [{ command: "true", id: "guard" }] });
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs).toHaveLength(71);
    expect(runs.at(-1)).toMatchObject({ hook: "guard", status: "ok" });
    write("go", "");
    await engine.drain();
  });

  it("is ended when the engine closes", async () => {
    const { engine, project } = await withHooks([behind("echo $$ > pid; sleep 60", "50")]);
    await engine.fire("PreToolUse", aWrite);
    await until(() => existsSync(join(project, "pid")) && readFileSync(join(project, "pid"), "utf8") !== "");
    await engine.close();
    expect(isAlive(Number(readFileSync(join(project, "pid"), "utf8")))).toBe(false);
  });
});

describe("a function that answers {async: true}", () => {
  // shows: S-011 S-023 S-037 S-039
  it("goes on with the promise that it gives, and what that says comes once, with a later event", async () => {
    let calls = 0;
    let settle = (_answer: JsonObject) => {};
    const { engine, next } = await withHooks([
      () => {
        calls++;
        return { async: true, answer: new Promise<JsonObject>((resolve) => (settle = resolve)) };
      },
      { command: "true" },
    ]);
    const told: Notice[] = [];
    engine.listen((notice) => void told.push(notice));
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs).toMatchObject([{ status: "background" }, { status: "ok" }]);
    expect((await next()).context).toEqual([]);
    settle(context("late"));
    await engine.drain();
    expect(await next()).toMatchObject({ context: ["late"], messages: [{ text: "message late" }] });
    expect((await next()).context).toEqual([]);
    expect(calls).toBe(1);
    await until(() => told.some((one) => one.type === "response" && one.background));
  });

  // shows: S-038 S-048
  it("is told that its time is over by the signal that it was called with", async () => {
    let reason: unknown;
    const { engine, next } = await withHooks([
      (_payload, { signal }) => {
        signal.addEventListener("abort", () => (reason = signal.reason));
        return { async: true, asyncTimeout: 0.1, answer: new Promise(() => {}) };
      },
    ]);
    await engine.fire("PreToolUse", aWrite);
    await engine.drain();
    expect((await next()).messages).toMatchObject([
      { level: "warn", text: expect.stringContaining("timeout") },
    ]);
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  it("that fails later is told, one without an answer has nothing to say, and closing ends it", async () => {
    const { engine, next } = await withHooks([
      () => ({ async: true, answer: Promise.reject(new Error("too bad")) }),
      () => ({ async: true }),
    ]);
    const { runs, messages } = await engine.fire("PreToolUse", aWrite);
    expect(runs.map(({ status }) => status)).toEqual(["background", "background"]);
    await engine.drain();
    // What has been said by the time of the decision comes with it.
    const told = [...messages, ...(await next()).messages];
    expect(told).toMatchObject([{ text: expect.stringContaining("too bad") }]);
    engine.register({
      dialect: "spec07",
      event: "Stop",
      hooks: [() => ({ async: true, answer: new Promise(() => {}) })],
    });
    await engine.fire("Stop", { stop_hook_active: false });
    await engine.close();
  });

  it("works for the functions of every dialect, and of modules, in the unit of theirs", async () => {
    const { engine, write } = scratch({
      PreToolUse: [{ hooks: [{ type: "module", module: "late.mjs" }] }],
    });
    write(
      "late.mjs",
      'export default () => ({ async: true, answer: Promise.resolve({ context: "module" }) });',
    );
    const running = await engine();
    running.on("PreToolUse", () => ({ async: true, asyncTimeout: 50, answer: new Promise(() => {}) }));
    await running.fire("PreToolUse", aWrite);
    const began = performance.now();
    await running.drain();
    expect(performance.now() - began).toBeLessThan(20_000);
    const next = await running.fire("UserPromptSubmit", { prompt: "x" });
    expect(next.context).toEqual(["module"]);
    expect(next.messages).toMatchObject([{ text: expect.stringContaining("timeout") }]);
  });
});
