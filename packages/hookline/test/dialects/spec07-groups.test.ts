import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Registration } from "../../src/index.ts";
import { aWrite, scratch } from "../engine/scratch.ts";
import { isAlive } from "../system/command.ts";

/** A project, and hooks of Spec 07 on PreToolUse in groups of their own. */
async function withGroups(...groups: Omit<Registration, "event" | "dialect">[]) {
  const place = scratch();
  const engine = await place.engine();
  for (const group of groups) engine.register({ dialect: "spec07", event: "PreToolUse", ...group });
  return { ...place, engine };
}

const echo = (word: string, more = "") => ({ command: `echo ${word} >> ran; ${more}` });
const ran = (project: string) => readFileSync(join(project, "ran"), "utf8").trim().split("\n");
const never = () => new Promise(() => {});

describe("a group", () => {
  // shows: S-032 S-045 S-083
  it("ends with continue: false, and the next group runs all the same", async () => {
    const { engine, project } = await withGroups(
      {
        hooks: [
          echo("a1"),
          echo("a2", `echo '{"continue":false,"stopReason":"enough"}'`),
          echo("a3"),
          echo("a4"),
        ],
      },
      { hooks: [echo("b1")] },
    );
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(ran(project)).toEqual(["a1", "a2", "b1"]);
    expect(decision.halt).toEqual({ reason: "enough" });
    expect(decision.skipped.map(({ why }) => why)).toEqual(
      Array(2).fill(`${decision.runs[1]?.hook} ended its group`),
    );
    let called = false;
    await engine.wrapTool({ name: "Write", input: {} }, () => {
      called = true;
    });
    expect(called).toBe(false);
  });

  it("ends for functions in either language, and not for a block or a broken hook", async () => {
    const seen: string[] = [];
    const note = (word: string, answer?: unknown) => () => {
      seen.push(word);
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const { engine } = await withGroups(
      {
        hooks: [
          note("a1", new Error("x")),
          note("a2", { decision: "block" }),
          note("a3", { continue: false }),
          note("a4"),
        ],
      },
      { hooks: [note("b1", { halt: "stop" }), note("b2")] },
    );
    await engine.fire("PreToolUse", aWrite);
    expect(seen).toEqual(["a1", "a2", "a3", "b1"]);
  });

  // shows: S-007 S-013 S-030 S-034 S-035 S-036 S-043 S-046
  it("is for the tools that its matcher fits: exact, a glob, or all of them", async () => {
    const { engine } = await withGroups(
      {
        matcher: "Bash",
        hooks: [
          { id: "exact", command: "true" },
          { id: "exact-2", command: "true" },
        ],
      },
      { matcher: "mcp__*", hooks: [{ id: "glob", command: "true" }] },
      { matcher: "[A-C]?sh*", hooks: [{ id: "signs", command: "true" }] },
      { matcher: "", hooks: [{ id: "empty", command: "true" }] },
      { hooks: [{ id: "none", command: "true" }] },
    );
    const fits = async (tool_name: string) =>
      (await engine.fire("PreToolUse", { tool_name, tool_input: {} })).runs.map(({ hook }) => hook);
    expect(await fits("Bash")).toEqual(["exact", "exact-2", "signs", "empty", "none"]);
    expect(await fits("mcp__memory__read")).toEqual(["glob", "empty", "none"]);
    expect(await fits("BashOutput")).toEqual(["signs", "empty", "none"]);
    expect(await fits("Dash")).toEqual(["empty", "none"]);
  });

  // Where the origin had no tool name, it left the matcher out of account in silence; ours says so.
  it("has a matcher for tools only: on other events it is ignored, and that is told", async () => {
    const { engine } = await withGroups();
    for (const event of ["SessionStart", "Stop"]) {
      engine.register({ dialect: "spec07", event, matcher: "resume", hooks: [{ command: "true" }] });
    }
    const start = await engine.fire("SessionStart", { source: "startup" });
    expect(start.runs).toHaveLength(1);
    expect(start.messages).toHaveLength(2);
    expect(start.messages[0]?.text).toContain('the matcher "resume" is ignored');
    expect((await engine.fire("Stop", { stop_hook_active: false })).runs).toHaveLength(1);
    expect(engine.hooks.map(({ matcher }) => matcher.meaning)).toEqual(["always", "always"]);
  });
});

describe("the timeout of a group", () => {
  // shows: S-014 S-031 S-044
  it("is shared by its hooks: who comes too late did not run, and is told", async () => {
    let reason: unknown;
    const slow = (_payload: object, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      return never();
    };
    const { engine, project } = await withGroups(
      { timeout: 1.5, hooks: [echo("quick"), slow, echo("late")] },
      { hooks: [echo("other")] },
    );
    const { runs, messages } = await engine.fire("PreToolUse", aWrite);
    expect(runs.map(({ fault }) => fault)).toEqual([null, "timeout", "timeout", null]);
    expect(ran(project)).toEqual(["quick", "other"]);
    expect(runs[2]?.reason).toBe("the time of its group was used up before it");
    expect(messages).toHaveLength(2);
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  it("counts the hooks together: what one has used, the next has not", async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1_200));
    const { engine } = await withGroups({ timeout: 1.5, hooks: [pause, never] });
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs.map(({ fault }) => fault)).toEqual([null, "timeout"]);
    expect(runs[1]?.durationMs).toBeLessThan(1_450);
  });

  // Reading pipes to the end, the origin waited for grandchildren; they are ended with their hook.
  it("ends a command with all its processes, although a child holds its output", async () => {
    const { engine, project } = await withGroups({
      timeout: 1.5,
      hooks: [{ command: "trap '' TERM; sleep 60 & echo $! > pid; wait; sleep 60" }],
    });
    const began = performance.now();
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs).toMatchObject([{ fault: "timeout" }]);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(isAlive(Number(readFileSync(join(project, "pid"), "utf8")))).toBe(false);
  });

  // shows: S-031
  it("is none when it is 0 or absent; the ceiling of the engine holds", async () => {
    const { engine } = await withGroups(
      { timeout: 0, hooks: [{ command: "true" }] },
      { hooks: [{ command: "true" }, () => undefined] },
    );
    expect(engine.hooks.map(({ groupTimeoutMs, timeoutMs }) => [groupTimeoutMs, timeoutMs])).toEqual(
      Array(3).fill([null, 600_000]),
    );
    const stuck = await withGroups({ timeout: 0, hooks: [never] });
    const { runs } = await stuck.engine.fire("PreToolUse", aWrite, { budgetMs: 100 });
    expect(runs).toMatchObject([{ fault: "timeout", reason: expect.stringContaining("budget") }]);
  });

  it("does not lengthen that of a hook, which may have one of its own", async () => {
    const { engine } = await withGroups({
      timeout: 30,
      hooks: [{ command: "sleep 20", timeout: 0.2 }, { command: "true" }],
    });
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs.map(({ fault }) => fault)).toEqual(["timeout", null]);
  });

  it("blocks where a fault of a hook blocks, also of one that never came to run", async () => {
    const { engine } = await withGroups({
      timeout: 0.1,
      hooks: [never, { command: "true", id: "guard", onFailure: "block" }],
    });
    expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
      verdict: "deny",
      reason: "guard: timeout: the time of its group was used up before it",
    });
  });
});

describe("hooks of a sub-agent", () => {
  // The origin ran them for every agent, in random order.
  it("run in that one alone, after the others, in the order of registration", async () => {
    const scoped = (name: string, id: string) => ({
      scope: { of: "subagent" as const, name },
      hooks: [{ id, command: "true" }],
    });
    const { engine } = await withGroups(
      { hooks: [{ id: "base", command: "true" }] },
      scoped("a-2", "two"),
      scoped("a-1", "one"),
      scoped("a-1", "one-more"),
    );
    const inAgent = async (id?: string) => {
      const options = id === undefined ? {} : { agent: { id, type: "Explore" } };
      return (await engine.fire("PreToolUse", aWrite, options)).runs.map(({ hook }) => hook);
    };
    for (let round = 0; round < 3; round++) {
      expect(await inAgent()).toEqual(["base"]);
      expect(await inAgent("a-1")).toEqual(["base", "one", "one-more"]);
      expect(await inAgent("a-2")).toEqual(["base", "two"]);
      expect(await inAgent("a-3")).toEqual(["base"]);
    }
    const { skipped } = await engine.fire("PreToolUse", aWrite);
    expect(skipped.map(({ why }) => why)).toContain('only in the sub-agent "a-2"');
  });

  it("are gone when the sub-agent's host takes them back", async () => {
    const { engine, project } = await withGroups();
    const off = engine.register({
      dialect: "spec07",
      event: "PreToolUse",
      scope: { of: "subagent", name: "a-1" },
      hooks: [echo("scoped")],
    });
    off();
    await engine.fire("PreToolUse", aWrite, { agent: { id: "a-1" } });
    expect(existsSync(join(project, "ran"))).toBe(false);
  });
});
