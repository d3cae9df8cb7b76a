import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWrite, commands, scratch } from "./scratch.ts";

describe("hook files", () => {
  it("come in one order: user, team, local, managed", async () => {
    const { engine, write, home, system } = scratch(commands("echo team >&2; exit 2"));
    write(".hookline/hooks.local.json", { hooks: commands("echo local >&2; exit 2") });
    write(join(home, ".config/hookline/hooks.json"), { hooks: commands("echo user >&2; exit 2") });
    write(join(system, "etc/hookline/hooks.json"), { hooks: commands("echo managed >&2; exit 2") });
    const decision = await (await engine()).fire("PreToolUse", aWrite);
    expect(decision.reason).toBe("user\nteam\nlocal\nmanaged");
    expect(decision.runs.map(({ source }) => source)).toEqual([
      "~/.config/hookline/hooks.json:6:11",
      ".hookline/hooks.json:6:11",
      ".hookline/hooks.local.json:6:11",
      `${join(system, "etc/hookline/hooks.json")}:6:11`,
    ]);
  });

  it("are found from a folder below, and the managed file is read whatever dialect is chosen", async () => {
    const { engine, write, project, system } = scratch(commands("echo team >&2; exit 2"));
    write("deep/er/file.txt", "");
    write(join(system, "etc/hookline/hooks.json"), { hooks: commands("echo managed >&2; exit 2") });
    const running = await engine({ cwd: join(project, "deep/er") });
    expect(running.projectDir).toBe(project);
    expect((await running.fire("PreToolUse", aWrite)).reason).toBe("team\nmanaged");
  });

  // shows: W-100 C-089
  it("keep the last good hooks while a file is half written, and say so", async () => {
    const { engine, write } = scratch(commands("exit 2"));
    const running = await engine();
    write(".hookline/hooks.json", `{"hooks": {"PreToolUse": [`);
    await running.reload();
    const decision = await running.fire("PreToolUse", aWrite);
    expect(decision.verdict).toBe("deny");
    expect(decision.diagnostics).toMatchObject([{ severity: "error", file: ".hookline/hooks.json" }]);
    expect(running.mustFail).toBe(true);
    write(".hookline/hooks.json", { hooks: {} });
    await running.reload();
    expect(await running.fire("PreToolUse", aWrite)).toMatchObject({ verdict: "pass", diagnostics: [] });
  });

  it("are watched on request", async () => {
    const { engine, write } = scratch(commands("exit 2"));
    const running = await engine({ watch: true });
    write(".hookline/hooks.json", { hooks: commands("true") });
    const until = Date.now() + 10_000;
    while ((await running.fire("PreToolUse", aWrite)).verdict === "deny" && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await running.fire("PreToolUse", aWrite)).verdict).toBe("pass");
  });

  it("can be switched off, all but the managed one, and what is off is seen", async () => {
    const { engine, write, system, env } = scratch(commands("echo team >&2; exit 2"));
    write(join(system, "etc/hookline/hooks.json"), { hooks: commands("echo managed >&2; exit 2") });
    const off = await engine({ env: { ...env, HOOKLINE_DISABLED: "1" } });
    expect(await off.fire("PreToolUse", aWrite)).toMatchObject({
      reason: "managed",
      skipped: [{ why: expect.stringContaining("HOOKLINE_DISABLED") }],
    });
    write(".hookline/hooks.json", { disableAllHooks: true, hooks: commands("exit 2") });
    expect(await (await engine()).fire("PreToolUse", aWrite)).toMatchObject({
      reason: "managed",
      skipped: [{ why: expect.stringContaining("disableAllHooks") }],
    });
  });

  it("give project hooks an environment without secrets, and what passEnv names", async () => {
    const { engine, env } = scratch(
      commands({
        command: `echo "[$MY_TOKEN][$OTHER_TOKEN][$GIVEN][$PLAIN]" >&2; exit 2`,
        passEnv: ["OTHER_TOKEN"],
        env: { GIVEN: "given" },
      }),
    );
    const running = await engine({ env: { ...env, MY_TOKEN: "x", OTHER_TOKEN: "y", PLAIN: "z" } });
    const decision = await running.fire("PreToolUse", aWrite);
    expect(decision.reason).toBe("[][y][given][z]");
    expect(decision.diagnostics).toMatchObject([
      {
        severity: "warning",
        message: expect.stringContaining("MY_TOKEN"),
        hint: expect.stringContaining("passEnv"),
      },
    ]);
  });

  // shows: G-092
  it("run a command in the folder and the shell that the entry names", async () => {
    const { engine, write } = scratch(
      commands(
        { command: "pwd >&2; exit 2", cwd: "sub" },
        { command: `echo "\${BASH_VERSION:+bash}" >&2; exit 2`, shell: "bash" },
        { command: "printf", args: ["%s", "$HOME ${HOOKLINE_PROJECT_DIR}"] },
      ),
    );
    write("sub/x", "");
    const running = await engine();
    const { runs } = await running.fire("PreToolUse", aWrite);
    expect(runs[0]?.stderr).toBe(`${join(running.projectDir, "sub")}\n`);
    expect(runs[1]?.stderr).toBe("bash\n");
    expect(runs[2]?.stdout).toBe(`$HOME ${running.projectDir}`);
  });

  // shows: F-118
  it("name what cannot be started", async () => {
    const { engine } = scratch(
      commands(
        { command: "no-such-program", args: [] },
        { command: "true", cwd: "missing" },
        "no-such-command",
        "/etc/hostname",
      ),
    );
    const { runs } = await (await engine()).fire("PreToolUse", aWrite);
    expect(runs.map(({ fault }) => fault)).toEqual(["spawn", "spawn", "spawn", "spawn"]);
    expect(runs[0]?.reason).toContain("no-such-program");
    expect(runs[1]?.reason).toContain("missing");
  });

  it("give an entry without id a stable one", async () => {
    const { engine } = scratch(commands("true"));
    const [one] = (await engine()).hooks;
    const [other] = (await engine()).hooks;
    expect(one?.id).toMatch(/^PreToolUse-[0-9a-f]{8}$/);
    expect(other?.id).toBe(one?.id);
  });
});
