import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

// shows: C-093
describe("trust", () => {
  // shows: W-098
  it("runs nothing of a project before it is approved, and names the fault", async () => {
    const { engine, project } = scratch(commands({ command: "touch ran", id: "touch" }));
    const decision = await (await engine({ trust: "store" })).fire("PreToolUse", aWrite);
    expect(decision.runs).toMatchObject([{ hook: "touch", status: "fault", fault: "untrusted" }]);
    expect(decision.runs[0]?.reason).toContain("hookline trust touch");
    expect(decision.verdict).toBe("pass");
    expect(existsSync(join(project, "ran"))).toBe(false);
  });

  it("follows onFailure while it is not approved", async () => {
    const { engine } = scratch(commands({ command: "true", onFailure: "block" }));
    expect((await (await engine({ trust: "store" })).fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });

  it.each([
    ["http", { type: "http", url: "http://127.0.0.1:9/" }],
    ["module", { type: "module", module: "x.mjs" }],
    ["prompt", { type: "prompt", prompt: "ok?" }],
    ["agent", { type: "agent", prompt: "ok?" }],
    ["mcp_tool", { type: "mcp_tool", server: "s", tool: "t" }],
  ])("holds for %s hooks as well", async (_type, entry) => {
    const { engine, write } = scratch({ PreToolUse: [{ hooks: [entry] }] });
    write("x.mjs", "throw new Error('executed')");
    const decision = await (await engine({ trust: "store" })).fire("PreToolUse", aWrite);
    expect(decision.runs).toMatchObject([{ fault: "untrusted" }]);
  });

  it("needs no approval for the user's file, the managed file and code", async () => {
    const { engine, write, home, system } = scratch();
    write(join(home, ".config/hookline/hooks.json"), { hooks: commands("echo user >&2; exit 2") });
    write(join(system, "etc/hookline/hooks.json"), { hooks: commands("echo managed >&2; exit 2") });
    const running = await engine({ trust: "store" });
    running.on("PreToolUse", () => ({ verdict: "deny", reason: "code" }));
    expect((await running.fire("PreToolUse", aWrite)).reason).toBe("user\nmanaged\ncode");
  });

  it("does not believe a user's file that lies in the project", async () => {
    const { engine, write, project, env } = scratch();
    write(join(project, "evil/hookline/hooks.json"), { hooks: commands("touch ran") });
    const running = await engine({ trust: "store", env: { ...env, XDG_CONFIG_HOME: join(project, "evil") } });
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
  });

  // What may run is not a list of folders: it is what somebody has read and approved.
  // shows: G-048 W-098
  it("runs what was approved, until the entry or a script that it names changes", async () => {
    const { engine, write, project, home } = scratch(commands("sh check.sh"));
    const script = write("check.sh", "exit 0");
    const first = await engine({ trust: "store" });
    await first.approve(first.hooks);
    expect((await first.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
    expect(statSync(join(home, ".local/state/hookline/trust.json")).mode & 0o777).toBe(0o600);
    writeFileSync(script, "exit 0 # changed");
    expect((await first.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
    writeFileSync(script, "exit 0");
    expect((await first.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
    write(".hookline/hooks.json", { hooks: commands("sh check.sh; touch ran") });
    await first.reload();
    expect((await first.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
    expect(existsSync(join(project, "ran"))).toBe(false);
  });

  it("covers a script in exec form and behind the project's variable", async () => {
    const { engine, write } = scratch(
      commands({ command: "${HOOKLINE_PROJECT_DIR}/a.sh", args: [] }, `"$CLAUDE_PROJECT_DIR"/b.sh`),
    );
    const scripts = ["a.sh", "b.sh"].map((name) => write(name, "#!/bin/sh\nexit 0\n"));
    for (const path of scripts) chmodSync(path, 0o755);
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
      { status: "ok" },
      { status: "ok" },
    ]);
    for (const path of scripts) writeFileSync(path, "#!/bin/sh\nexit 0 # new\n");
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
      { fault: "untrusted" },
      { fault: "untrusted" },
    ]);
  });

  it("does not pass from an approved hook to another of the same id and program", async () => {
    const { engine, write, project } = scratch(commands({ command: "true", id: "same" }));
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
    write(".hookline/hooks.local.json", { hooks: commands({ command: "true; touch ran", id: "same" }) });
    await running.reload();
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
      { status: "ok" },
      { fault: "untrusted" },
    ]);
    expect(existsSync(join(project, "ran"))).toBe(false);
  });

  it("is bound to the project, and approves nothing from a store that is not one", async () => {
    const one = scratch(commands("true"));
    const other = scratch(commands("true"));
    const first = await one.engine({ trust: "store" });
    await first.approve(first.hooks);
    const second = await other.engine({ trust: "store", env: one.env });
    expect((await second.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
    one.write(join(one.home, ".local/state/hookline/trust.json"), "{half");
    expect((await first.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
    await expect(first.approve(first.hooks)).rejects.toThrow("cannot be read");
  });

  it("asks the host's function with the hook and the digest", async () => {
    const { engine } = scratch(commands({ command: "true", id: "a" }, { command: "true 2", id: "b" }));
    const running = await engine({
      trust: (hook, digest) => hook.id === "a" && /^[0-9a-f]{64}$/.test(digest),
    });
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
      { status: "ok" },
      { fault: "untrusted" },
    ]);
  });

  const stateOf = (running: Engine, id = "guard") => {
    const hook = running.hooks.find((one) => one.id === id);
    if (!hook) throw new Error(`no hook ${id}`);
    return running.trustOf(hook);
  };

  it("is own, managed, untrusted, trusted or modified, and says what changed", async () => {
    const { engine, write, home, system, project } = scratch(
      commands({ command: "sh scripts/guard.sh", id: "guard" }),
    );
    write(join(home, ".config/hookline/hooks.json"), { hooks: commands({ command: "true 1", id: "mine" }) });
    write(join(system, "etc/hookline/hooks.json"), { hooks: commands({ command: "true 2", id: "machine" }) });
    const script = write("scripts/guard.sh", "exit 0");
    const running = await engine({ trust: "store" });
    running.on("PreToolUse", () => undefined, { id: "code" });
    expect(["mine", "machine", "code"].map((id) => stateOf(running, id))).toEqual([
      { state: "own", why: null, changes: [] },
      { state: "managed", why: null, changes: [] },
      { state: "own", why: null, changes: [] },
    ]);
    expect(stateOf(running)).toMatchObject({
      state: "untrusted",
      why: expect.stringMatching(/^not approved: look at/),
    });
    await running.approve(running.hooks.filter(({ id }) => id === "guard"));
    expect(stateOf(running)).toEqual({ state: "trusted", why: null, changes: [] });
    writeFileSync(script, "exit 0 # changed");
    expect(stateOf(running)).toEqual({
      state: "modified",
      why: 'modified since it was approved: scripts/guard.sh changed; look at .hookline/hooks.json:6:11, then run "hookline trust guard"',
      changes: ["scripts/guard.sh changed"],
    });
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
      {},
      { fault: "untrusted", reason: expect.stringContaining("scripts/guard.sh changed") },
      {},
      {},
    ]);
    rmSync(script);
    expect(stateOf(running).changes).toEqual(["scripts/guard.sh is gone"]);
    write(".hookline/hooks.json", {
      hooks: commands({ command: "sh scripts/other.sh", id: "guard", timeout: 5 }),
    });
    write("scripts/other.sh", "exit 0");
    await running.reload();
    expect(stateOf(running).changes).toEqual([
      "its command, timeout changed",
      "scripts/other.sh is new",
      "scripts/guard.sh is gone",
    ]);
    expect((await engine({ trust: "all" })).trustOf(running.hooks[0] ?? raise()).state).toBe("own");
    expect(stateOf(await engine({ trust: "all" })).state).toBe("trusted");
    expect(stateOf(await engine({ trust: () => false }))).toMatchObject({ state: "untrusted" });
    expect(existsSync(join(project, "scripts/other.sh"))).toBe(true);
  });

  it("covers the program that is found on PATH: where it lies, and its bytes", async () => {
    const { engine, write, home, env } = scratch(commands({ command: "guard-tool --check", id: "guard" }));
    const tool = (folder: string, text: string) => {
      const path = write(join(home, folder, "guard-tool"), text);
      chmodSync(path, 0o755);
      return path;
    };
    const late = tool("late", "#!/bin/sh\nexit 0\n");
    const PATH = `${join(home, "early")}:${join(home, "late")}:${env.PATH}`;
    const running = await engine({ trust: "store", env: { ...env, PATH } });
    await running.approve(running.hooks);
    expect(running.covers(running.hooks[0] ?? raise())).toContain(late);
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
    const early = tool("early", "#!/bin/sh\nexit 0\n");
    expect(stateOf(running)).toMatchObject({
      state: "modified",
      changes: [`it runs ${early} instead of ${late}`],
    });
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
    rmSync(early);
    expect(stateOf(running).state).toBe("trusted");
    writeFileSync(late, "#!/bin/sh\nexit 1\n");
    expect(stateOf(running).changes).toEqual([`${late} changed`]);
  });

  // What has just changed is never taken from memory; what lies there for longer is.
  it.each([0, 150])(
    "is looked at once more right before a hook starts that has waited for its turn (files of %i ms)",
    async (age) => {
      const { engine, write, project } = scratch();
      write(".hookline/hooks.json", {
        hooks: {
          PreToolUse: [
            {
              sequential: true,
              hooks: [
                { id: "first", type: "command", command: "echo 'touch ran' >late.sh" },
                { id: "second", type: "command", command: "sh late.sh" },
              ],
            },
          ],
        },
      });
      write("late.sh", "exit 0");
      const running = await engine({ trust: "store" });
      await delay(age);
      await running.approve(running.hooks);
      expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([
        { hook: "first", status: "ok" },
        { hook: "second", fault: "untrusted", reason: expect.stringContaining("late.sh changed") },
      ]);
      expect(existsSync(join(project, "ran"))).toBe(false);
    },
  );

  it("notices another file of the same size and age in the same moment", async () => {
    const { engine, write } = scratch(commands({ command: "sh check.sh", id: "guard" }));
    const script = write("check.sh", "exit 0");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    for (let round = 0; round < 50; round++) {
      writeFileSync(script, "exit 0");
      expect(stateOf(running).state).toBe("trusted");
      writeFileSync(script, "exit 1");
      expect(stateOf(running).state).toBe("modified");
    }
  });

  it.runIf(process.platform === "linux")(
    "remembers nothing of a file that has only just changed",
    // Just now is a tenth of a second, which a busy machine may need for less.
    { retry: 5 },
    async () => {
      const number = openSync(import.meta.filename, "r");
      closeSync(number);
      // Its text says how far the file was read; no change of it makes another stamp.
      const { engine } = scratch(
        commands({ command: `sh /proc/${process.pid}/fdinfo/${number}`, id: "guard" }),
      );
      const running = await engine({ trust: "store" });
      // It is as old as the look at it that comes now; the lowest number that is free is the one from before.
      const file = openSync(import.meta.filename, "r");
      onTestFinished(() => closeSync(file));
      expect(file).toBe(number);
      await running.approve(running.hooks);
      readSync(file, Buffer.alloc(10));
      expect(stateOf(running).state).toBe("modified");
    },
  );

  it("can be taken back, also of a hook that is gone, and of this project alone", async () => {
    const { engine, write } = scratch(
      commands({ command: "true", id: "guard" }, { command: "true 2", id: "other" }),
    );
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    write(".hookline/hooks.json", { hooks: commands({ command: "true 2", id: "other" }) });
    await running.reload();
    expect([
      await running.revoke("guard"),
      await running.revoke("guard"),
      await running.revoke("none"),
    ]).toEqual([1, 0, 0]);
    expect(stateOf(running, "other").state).toBe("trusted");
    write(".hookline/hooks.json", { hooks: commands({ command: "true", id: "guard" }) });
    await running.reload();
    expect(stateOf(running).state).toBe("untrusted");
  });

  it("can be taken back as a whole, of this project alone, whatever is configured now", async () => {
    const { engine, write, env } = scratch(commands({ command: "true", id: "guard" }));
    const other = scratch(commands({ command: "true", id: "theirs" }));
    const [running, elsewhere] = [
      await engine({ trust: "store" }),
      await other.engine({ trust: "store", env }),
    ];
    await running.approve(running.hooks);
    await elsewhere.approve(elsewhere.hooks);
    write(".hookline/hooks.json", { hooks: {} });
    await running.reload();
    expect([running.approved(), await running.revoke(), running.approved()]).toEqual([["guard"], 1, []]);
    expect([elsewhere.approved(), stateOf(elsewhere, "theirs").state]).toEqual([["theirs"], "trusted"]);
  });

  it("covers an entry of any size, and is not kept from writing by one", async () => {
    const long = (text: string) => commands({ command: `true ${text.repeat(200_000)}`, id: "guard" });
    const { engine, write } = scratch(long("a"));
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    expect(stateOf(running).state).toBe("trusted");
    expect(statSync(join(running.stateFolder, "trust.json")).size).toBeLessThan(10_000);
    write(".hookline/hooks.json", { hooks: long("b") });
    await running.reload();
    expect(stateOf(running)).toMatchObject({ state: "modified", changes: ["its entry changed"] });
  });

  it("is not given by a state folder that the project brings along", async () => {
    const { engine, project, env } = scratch(commands({ command: "true", id: "guard" }));
    const elsewhere = await engine({ trust: "store" });
    await elsewhere.approve(elsewhere.hooks);
    const brought = { ...env, XDG_STATE_HOME: join(project, "state") };
    cpSync(elsewhere.stateFolder, join(project, "state/hookline"), { recursive: true });
    const running = await engine({ trust: "store", env: brought });
    expect(stateOf(running)).toMatchObject({
      state: "untrusted",
      why: expect.stringContaining("must not approve itself"),
    });
    expect(running.trustProblem()?.why).toContain("must not approve itself");
  });
});

function raise(): never {
  throw new Error("there is no hook");
}
