import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
});
