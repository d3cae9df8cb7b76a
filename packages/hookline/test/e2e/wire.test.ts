import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeCode } from "../../src/dialects/claude-code.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { claudeEvents, payloadsOf } from "../dialects/claude-code-payloads.ts";
import { scratch } from "../engine/scratch.ts";
import { exampleEvent, exampleHook, exited } from "../pipeline/examples.ts";
import { bin, cli } from "./run-cli.ts";

/** A project with these native hooks, and a way to be Claude Code there. */
function project(hooks: object, rest?: object) {
  const place = scratch(hooks, rest);
  const wire = (payload: unknown, args: readonly string[] = ["--trust"], env: object = {}) =>
    cli(["fire", "--wire", "claude-code", ...args], {
      cwd: place.project,
      env: { ...place.env, ...env },
      input: typeof payload === "string" ? payload : JSON.stringify(payload),
    });
  return { ...place, wire };
}

const command = (text: string, more: object = {}) => ({
  hooks: [{ type: "command", command: text, ...more }],
});
const bash = {
  hook_event_name: "PreToolUse",
  session_id: "s-1",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const denied = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "no",
  },
};

// shows: W-011
describe("hookline fire --wire claude-code", () => {
  it.each(claudeEvents.map((spec) => [spec.name, spec] as const))(
    "reads what Claude Code sends on %s, and refuses in its words",
    async (name, spec) => {
      const { project: folder, wire } = project({
        [name]: [command('cat > "$CLAUDE_PROJECT_DIR/seen"; echo no >&2; exit 2')],
      });
      for (const payload of payloadsOf(spec, folder).slice(0, 2)) {
        mkdirSync(String(payload.cwd), { recursive: true });
        const { status, stdout, stderr } = await wire(payload);
        expect(JSON.parse(readFileSync(join(folder, "seen"), "utf8"))).toEqual(payload);
        const event = exampleEvent(name);
        const read = interpret(event, exampleHook(), claudeCode, exited(status ?? -1, stdout, stderr));
        const refused = spec.deny !== "none" && spec.blockingExit !== "never";
        expect([read.fault, read.verdict]).toEqual([null, refused ? "deny" : "pass"]);
        if (status === 0) expect(stderr).toBe("");
        if (stdout !== "") expect(stdout.trimEnd().split("\n")).toHaveLength(1);
      }
    },
  );

  it("runs nothing twice where Hookline itself runs it as a hook of the same event", async () => {
    const place = project({ PreToolUse: [command('echo ran >> "$CLAUDE_PROJECT_DIR/log"')] });
    const asking = `${process.execPath} ${bin} fire --wire claude-code --trust`;
    place.write(".claude/settings.json", { hooks: { PreToolUse: [command(asking)] } });
    const ended = await cli(["fire", "--payload", "-", "--trust", "--json"], {
      cwd: place.project,
      env: place.env,
      input: JSON.stringify(bash),
    });
    expect(JSON.parse(ended.stdout).runs.map(({ status }: { status: string }) => status)).toEqual([
      "ok",
      "ok",
    ]);
    expect(readFileSync(join(place.project, "log"), "utf8")).toBe("ran\n");
    // Another session, as that of an agent which a hook started, is guarded all the same.
    const inner = { HOOKLINE_DEPTH: "1", HOOKLINE_EVENT: "PreToolUse", HOOKLINE_SESSION_ID: "another" };
    await place.wire(bash, ["--trust"], inner);
    expect(readFileSync(join(place.project, "log"), "utf8")).toBe("ran\nran\n");
  });

  it.each([
    ["claude-code", 1],
    ["forge", 127],
  ])("%s hears of a mistake of ours without being blocked by it", async (dialect, expected) => {
    const place = scratch({ PreToolUse: [command("exit 0")] });
    const call = ["fire", "--wire", dialect, "--trust"];
    const ended = await cli(call, { cwd: place.project, env: place.env, input: "{ no JSON" });
    expect([ended.status, ended.stdout]).toEqual([expected, ""]);
    expect(ended.stderr).toMatch(/^hookline: stdin is not JSON: .*\n$/);
  });

  it("says nothing where there is nothing to say", async () => {
    expect(await project({}).wire(bash)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("answers with JSON, or with the exit status and stderr where JSON cannot say it", async () => {
    const idle = { hook_event_name: "TeammateIdle", teammate_name: "a", team_name: "b" };
    const { wire } = project({
      PreToolUse: [command("echo no >&2; exit 2")],
      TeammateIdle: [command("echo go on >&2; exit 2")],
      WorktreeCreate: [command("echo made; echo /w/tree")],
    });
    const refused = await wire(bash);
    expect([refused.status, JSON.parse(refused.stdout), refused.stderr]).toEqual([0, denied, ""]);
    expect(await wire(idle)).toEqual({ status: 2, stdout: "", stderr: "go on\n" });
    const made = await wire({ hook_event_name: "WorktreeCreate", name: "tree" });
    expect(made).toEqual({ status: 0, stdout: "/w/tree\n", stderr: "" });
  });

  it.each([
    ["no JSON", "{ broken", /^hookline: stdin is not JSON: .*\n$/],
    ["no object", "[1]", /^hookline: stdin must be a JSON object\n$/],
    ["no event", {}, /^hookline: which event\?.*\n$/],
    ["an unknown event", { hook_event_name: "Nope" }, /^hookline: there is no event "Nope".*\n$/],
    ["no tool", { hook_event_name: "PreToolUse" }, /^hookline: PreToolUse needs "tool_name": a string\n$/],
  ])("%s is exit 1 with one line, which no agent takes for a refusal", async (_title, payload, said) => {
    const { status, stdout, stderr } = await project({}).wire(payload);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(said);
  });

  it.each(["--json", "--strict", "--all"])("%s does not go with it", async (option) => {
    const { status, stderr } = await project({}).wire(bash, [option]);
    expect([status, stderr]).toEqual([
      1,
      `hookline: --wire answers as the agent expects it: leave out ${option}\n`,
    ]);
  });

  it("knows the dialects by name", async () => {
    const { project: cwd, env } = scratch();
    const { status, stderr } = await cli(["fire", "--wire", "cluade"], { cwd, env, input: "{}" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^hookline: --wire cluade: there is no such dialect; known are: native, .*claude-code/,
      ),
    ]);
  });

  it("leaves Claude Code's own files to Claude Code, whoever else could read them", async () => {
    const { project: folder, home, write, wire } = project({ PreToolUse: [command("echo no >&2; exit 2")] });
    const twice = { hooks: { PreToolUse: [command("echo x >> twice")] } };
    write(".claude/settings.json", twice);
    write(join(home, ".claude/settings.json"), twice);
    expect(JSON.parse((await wire(bash)).stdout)).toEqual(denied);
    expect(existsSync(join(folder, "twice"))).toBe(false);
    // Unless it is asked for.
    await wire(bash, ["--trust", "--dialect", "claude-code"]);
    expect(readFileSync(join(folder, "twice"), "utf8")).toBe("x\n");
  });

  it("leaves them also to the process that hooks in the background are given to", async () => {
    const {
      project: folder,
      write,
      wire,
    } = project({
      PreToolUse: [command("echo done > late; mv late later", { async: true })],
    });
    write(".claude/settings.json", { hooks: { PreToolUse: [command("echo x >> twice", { async: true })] } });
    expect(await wire(bash, ["--trust", "--no-wait"])).toEqual({ status: 0, stdout: "", stderr: "" });
    while (!existsSync(join(folder, "later"))) await new Promise((next) => setTimeout(next, 20));
    expect(existsSync(join(folder, "twice"))).toBe(false);
  });

  it("looks for the project where the session began, also after a command has left it", async () => {
    const { project: folder, home, wire } = project({ PreToolUse: [command("echo no >&2; exit 2")] });
    const away = { ...bash, cwd: home };
    expect((await wire(away)).stdout).toBe("");
    const found = await wire(away, ["--trust"], { CLAUDE_PROJECT_DIR: folder });
    expect(JSON.parse(found.stdout)).toEqual(denied);
  });

  it("tells the person of hooks that are not approved, and of files that cannot be read", async () => {
    const { write, wire } = project({ PreToolUse: [command("exit 2")] });
    const unapproved = JSON.parse((await wire(bash, [])).stdout);
    expect(unapproved).toEqual({ systemMessage: expect.stringMatching(/untrusted: not approved/) });
    write(".hookline/hooks.json", "{ broken");
    const { status, stdout, stderr } = await wire(bash);
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringMatching(
        /^hookline: \.hookline\/hooks\.json:1:\d+: .*none of its hooks is in force/,
      ),
    });
  });

  it("says what is wrong in the files only when asked", async () => {
    const { wire } = project({ PreToolUse: [{ hooks: [{ type: "comand" }] }] });
    expect(await wire(bash)).toEqual({ status: 0, stdout: "", stderr: "" });
    const { status, stdout, stderr } = await wire(bash, ["-v"]);
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^\.hookline\/hooks\.json:\d+:\d+: there is no hook type "comand"/);
  });

  it("takes the payload from a file, and an event that must agree", async () => {
    const { write, wire } = project({ PreToolUse: [command("echo no >&2; exit 2")] });
    write("payload.json", bash);
    const args = ["--trust", "--payload", "payload.json"];
    expect(JSON.parse((await wire("", ["PreToolUse", ...args])).stdout)).toEqual(denied);
    expect(await wire("", ["Stop", ...args])).toMatchObject({ status: 1, stdout: "" });
  });

  it("passes what Claude Code offers for later commands on to hooks", async () => {
    const { project: folder, wire } = project({
      SessionStart: [command("echo 'export A=1' >> \"$CLAUDE_ENV_FILE\"")],
    });
    const start = { hook_event_name: "SessionStart", source: "startup" };
    await wire(start, ["--trust"], { CLAUDE_ENV_FILE: join(folder, "env.sh") });
    expect(readFileSync(join(folder, "env.sh"), "utf8")).toBe("export A=1\n");
  });
});

describe("hookline fire --wire of another agent", () => {
  it("reads and answers in that agent's words", async () => {
    const place = scratch({ PreToolUse: [command("echo no >&2; exit 2")] });
    place.write(".wingman/wingman.config.json", { hooks: { PreToolUse: [command("touch twice")] } });
    const fire = (dialect: string, payload: object) =>
      cli(["fire", "--wire", dialect, "--trust"], {
        cwd: place.project,
        env: place.env,
        input: JSON.stringify(payload),
      });
    const wingman = { ...bash, tool_name: "command_execute", cwd: place.project };
    expect(await fire("wingman", wingman)).toEqual({ status: 2, stdout: "", stderr: "no\n" });
    expect(existsSync(join(place.project, "twice"))).toBe(false);
    const native = await fire("native", bash);
    expect([native.status, JSON.parse(native.stdout)]).toMatchObject([2, { verdict: "deny", reason: "no" }]);
  });
});
