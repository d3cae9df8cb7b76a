import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EngineOptions } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

const only: EngineOptions = { dialects: ["gencode"] };
const echo = (text: string, more: object = {}) => ({ type: "command", command: `echo ${text}`, ...more });
const stop = { stop_hook_active: false };

/** Writes settings below the home folder or the project. */
function settle({ home, write }: Scratch, files: Record<string, object>): void {
  for (const [path, content] of Object.entries(files)) {
    write(path.startsWith("~/") ? join(home, path.slice(2)) : path, content);
  }
}

const inGroup = (...hooks: object[]) => ({ hooks: { Stop: [{ hooks }] } });
const flat = (...hooks: object[]) => ({ hooks: { Stop: hooks } });

describe("GenCode's files", () => {
  // The document counts seven tests of fallback and merge; ours of the same are these four and the two about a file read once.
  // shows: G-079 G-081 G-084 G-085 G-087
  it("are all read, the user's first, and .gen after .mycode after .claude at each level", async () => {
    const place = scratch();
    const paths = ["~/.claude", "~/.mycode", "~/.gen", ".claude", ".mycode", ".gen"];
    const files = [
      ...paths.map((path) => `${path}/settings.json`),
      ".claude/settings.local.json",
      ".mycode/settings.local.json",
      ".gen/settings.local.json",
    ];
    // Written in another order than they are read in.
    settle(place, Object.fromEntries([...files].reverse().map((file) => [file, inGroup(echo(file))])));
    const engine = await place.engine(only);
    expect(engine.diagnostics).toEqual([]);
    const { runs } = await engine.fire("Stop", stop);
    expect(runs.map(({ source }) => source.replace(/:\d+:\d+$/, ""))).toEqual(files);
    expect(runs.every(({ dialect, exitCode }) => dialect === "gencode" && exitCode === 0)).toBe(true);
  });

  // shows: G-079 G-086
  it("of .claude are used where .gen has none, or no hooks in it", async () => {
    const place = scratch();
    settle(place, { ".claude/settings.json": inGroup(echo("claude")) });
    const engine = await place.engine(only);
    expect((await engine.fire("Stop", stop)).runs).toMatchObject([{ stdout: "claude\n" }]);
    settle(place, { ".gen/settings.json": { model: "m-1", permissions: { allow: ["Read"] } } });
    await engine.reload();
    expect((await engine.fire("Stop", stop)).runs).toMatchObject([{ stdout: "claude\n" }]);
    expect(engine.diagnostics).toEqual([]);
  });

  // shows: G-079 G-087
  it("are concatenated event by event, an entry that stands in two of them once", async () => {
    const place = scratch();
    settle(place, {
      ".claude/settings.json": {
        hooks: { Stop: [{ hooks: [echo("one"), echo("both")] }], Notification: [{ hooks: [echo("n")] }] },
      },
      ".gen/settings.json": flat(echo("both"), echo("two")),
    });
    const engine = await place.engine(only);
    const { runs, skipped } = await engine.fire("Stop", stop);
    expect(runs.map(({ stdout }) => stdout.trim())).toEqual(["one", "both", "two"]);
    expect(skipped).toMatchObject([{ why: expect.stringContaining("duplicate of") }]);
    const notified = await engine.fire("Notification", { message: "m", notification_type: "t" });
    expect(notified.runs).toMatchObject([{ stdout: "n\n" }]);
  });

  // shows: G-079 G-085
  it("of higher rank win where only one value can hold", async () => {
    const place = scratch();
    settle(place, {
      ".claude/settings.json": { disableAllHooks: true, ...inGroup(echo("a")) },
      ".gen/settings.json": { disableAllHooks: false, ...inGroup(echo("b")) },
    });
    expect((await (await place.engine(only)).fire("Stop", stop)).runs).toHaveLength(2);
    settle(place, { ".gen/settings.local.json": { disableAllHooks: true } });
    const { runs, skipped } = await (await place.engine(only)).fire("Stop", stop);
    expect([runs.length, skipped.length]).toEqual([0, 2]);
  });

  it("leave .claude to Claude Code where that is read too: a file is read once", async () => {
    const place = scratch();
    settle(place, {
      ".claude/settings.json": inGroup(echo("claude")),
      ".gen/settings.json": inGroup(echo("gen")),
    });
    const both = await place.engine({ dialects: ["gencode", "claude-code"] });
    const { runs } = await both.fire("Stop", stop);
    expect(runs.map(({ dialect, stdout }) => [dialect, stdout.trim()])).toEqual([
      ["gencode", "gen"],
      ["claude-code", "claude"],
    ]);
  });

  // shows: G-088 G-083
  it("count milliseconds, and those of Claude Code seconds", async () => {
    const place = scratch();
    settle(place, {
      ".claude/settings.json": inGroup(echo("a", { timeout: 5 }), echo("b", { timeout: 5000 })),
      ".gen/settings.json": flat(echo("c", { timeout: 5000 }), echo("d", { timeout: 5 }), echo("e")),
    });
    const { hooks, diagnostics } = await place.engine(only);
    expect(hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([5000, 5_000_000, 5000, 5, 60_000]);
    expect(diagnostics[0]?.message).toBe('"timeout": 5000 is 1.4 hours, since this file counts seconds');
    expect(diagnostics.map(({ file, line, column, hint }) => [file, line, column, hint])).toEqual([
      [".claude/settings.json", 14, 24, "write 5 if milliseconds were meant"],
      [".gen/settings.json", 12, 20, "write 5000 if seconds were meant"],
    ]);
  });

  // shows: G-089
  it("run together, or one after the other where a group says so", async () => {
    // Each waits for a while for the other to have begun.
    const meet = (own: string, other: string) => ({
      type: "command",
      command: `touch ${own}; n=0; while [ ! -e ${other} ]; do n=$((n+1)); [ $n -gt 40 ] && exit 0; sleep 0.05; done; touch ${own}-met`,
    });
    for (const sequential of [false, true]) {
      const place = scratch();
      const group = { sequential, hooks: [meet("one", "two"), meet("two", "one")] };
      settle(place, { ".gen/settings.json": { hooks: { Stop: [group] } } });
      const engine = await place.engine(only);
      expect(engine.diagnostics).toEqual([]);
      await engine.fire("Stop", stop);
      expect(existsSync(join(place.project, "one-met"))).toBe(!sequential);
      expect(existsSync(join(place.project, "two-met"))).toBe(true);
    }
  });

  // shows: G-059
  it("may name every event of Claude Code, and keep what is none of Hookline's business", async () => {
    const place = scratch();
    settle(place, {
      ".gen/settings.json": { theme: "dark", hooks: { SessionEnd: [{ hooks: [echo("bye")] }] } },
    });
    const engine = await place.engine(only);
    expect(engine.diagnostics).toEqual([]);
    expect((await engine.fire("SessionEnd", { reason: "exit" })).runs).toMatchObject([{ stdout: "bye\n" }]);
  });
});

describe("GenCode's blocking", () => {
  const fire = async (entry: object, group = false) => {
    const place = scratch();
    const hooks = { PreToolUse: group ? [{ hooks: [entry] }] : [entry] };
    settle(place, { ".gen/settings.json": { hooks } });
    const engine = await place.engine(only);
    return engine.fire("PreToolUse", { tool_name: "Write", tool_input: {} });
  };
  const exit = (code: number, more: object) => ({ type: "command", command: `exit ${code}`, ...more });

  // shows: G-034 G-019
  it("is every exit code but 0 in an entry without group", async () => {
    expect(await fire(exit(0, { blocking: true }))).toMatchObject({ verdict: "pass" });
    for (const code of [1, 2, 3, 255])
      expect(await fire(exit(code, { blocking: true })), String(code)).toMatchObject({ verdict: "deny" });
    for (const code of [126, 127])
      expect(await fire(exit(code, { blocking: true })), String(code)).toMatchObject({
        verdict: "pass",
        runs: [{ fault: "spawn" }],
      });
  });

  // shows: G-060
  it("is exit code 2 alone without the word, and in a group", async () => {
    expect(await fire(exit(1, {}))).toMatchObject({ verdict: "pass", runs: [{ fault: "crash" }] });
    expect(await fire(exit(1, { blocking: true }), true)).toMatchObject({ verdict: "pass" });
    expect(await fire(exit(2, {}))).toMatchObject({ verdict: "deny" });
    expect(await fire(exit(2, { blocking: true }), true)).toMatchObject({ verdict: "deny" });
  });

  // shows: G-019
  it("is nothing where nobody waits", async () => {
    const place = scratch();
    const command = "cat > /dev/null; echo ran > ran; exit 2";
    settle(place, {
      ".gen/settings.json": { hooks: { PreToolUse: [{ type: "command", command, blocking: false }] } },
    });
    const engine = await place.engine(only);
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: {} });
    expect(decision).toMatchObject({ verdict: "pass", runs: [{ status: "background" }] });
    await engine.drain();
    expect(readFileSync(join(place.project, "ran"), "utf8")).toBe("ran\n");
  });

  it("is not lost when the same entry also stands where it only warns", async () => {
    const place = scratch();
    settle(place, {
      ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: [exit(1, {})] }] } },
      ".gen/settings.json": { hooks: { PreToolUse: [exit(1, { blocking: true })] } },
    });
    const engine = await place.engine(only);
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: {} });
    expect(decision.runs).toHaveLength(1);
    expect(decision.verdict).toBe("deny");
  });
});
