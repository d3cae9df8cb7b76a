import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWrite } from "../engine/scratch.ts";
import { claudeProject, settings, states, told } from "./claude-code-project.ts";

/** A Markdown file whose front matter has one hook. */
const markdown = (name: string, command: string, event = "PreToolUse", matcher = "Write") => `---
name: ${name}
description: about it
hooks:
  ${event}:
    - matcher: ${matcher}
      hooks:
        - type: command
          command: ${JSON.stringify(command)}
---
# ${name}
`;
const no = (why: string) => `echo ${why} >&2; exit 2`;
const session = { session_id: "s-1" };

describe("hooks of a skill", () => {
  const skill = { ...session, tool_name: "Skill", tool_input: { skill: "deploy" } };

  it("hold from the first use of the skill on, not before, and only in that session", async () => {
    const { write, start } = claudeProject();
    write(".claude/skills/deploy/SKILL.md", markdown("deploy", no("skill")));
    const engine = await start();
    const before = await engine.fire("PreToolUse", { ...aWrite, ...session });
    expect([before.verdict, before.skipped.map(({ why }) => why)]).toEqual([
      "pass",
      ['only in sessions that use the skill "deploy"'],
    ]);
    await engine.fire("PreToolUse", skill);
    const after = await engine.fire("PreToolUse", { ...aWrite, ...session });
    expect([after.verdict, after.reason]).toEqual(["deny", "skill"]);
    expect((await engine.fire("PreToolUse", { ...aWrite, session_id: "s-2" })).verdict).toBe("pass");
    // Another process of the same session knows it too.
    expect((await (await start()).fire("PreToolUse", { ...aWrite, ...session })).verdict).toBe("deny");
  });

  it("hold after a person typed its command, under the name of its folder too", async () => {
    const { home, write, start } = claudeProject();
    write(join(home, ".claude/skills/folder/SKILL.md"), markdown("title", no("typed")));
    const engine = await start();
    const command = { ...session, expansion_type: "slash_command", command_args: "", prompt: "/folder" };
    await engine.fire("UserPromptExpansion", { ...command, command_name: "other" });
    expect((await engine.fire("PreToolUse", { ...aWrite, ...session })).verdict).toBe("pass");
    await engine.fire("UserPromptExpansion", { ...command, command_name: "folder" });
    expect((await engine.fire("PreToolUse", { ...aWrite, ...session })).reason).toBe("typed");
  });

  it("do not hold for the call that begins it, nor after one that was refused", async () => {
    const { team, write, start } = claudeProject();
    write(".claude/skills/deploy/SKILL.md", markdown("deploy", no("skill"), "PreToolUse", "'*'"));
    const engine = await start();
    expect((await engine.fire("PreToolUse", { ...skill, session_id: "s-3" })).verdict).toBe("pass");
    write(team, settings("grep -q Skill && { echo not now >&2; exit 2; }; true"));
    await engine.reload();
    expect((await engine.fire("PreToolUse", skill)).verdict).toBe("deny");
    expect((await engine.fire("PreToolUse", { ...aWrite, ...session })).verdict).toBe("pass");
  });

  it("of a project need approval, and a copy in the settings is another hook", async () => {
    const { team, write, start } = claudeProject();
    write(".claude/skills/deploy/SKILL.md", markdown("deploy", "true"));
    write(team, settings("true"));
    const strict = await start({ trust: "store" });
    await strict.fire("PreToolUse", skill);
    const { runs } = await strict.fire("PreToolUse", { ...aWrite, ...session });
    expect(runs.map(({ fault, source }) => [fault, source])).toEqual([
      ["untrusted", ".claude/settings.json:6:11"],
      ["untrusted", ".claude/skills/deploy/SKILL.md:8:11"],
    ]);
    const open = await start();
    expect((await open.fire("PreToolUse", { ...aWrite, ...session })).runs).toHaveLength(2);
  });

  it("that is bad is told with its line, and the others hold", async () => {
    const { write, start } = claudeProject();
    write(
      ".claude/skills/a/SKILL.md",
      "---\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: comand\n          command: x\n        - type: command\n          command: kept\n  PreToolUze: []\n---\n",
    );
    write(".claude/skills/b/SKILL.md", "---\nhooks: [\n---\n");
    write(".claude/skills/c/SKILL.md", "---\ndescription: broken: yes\n---\n");
    const engine = await start();
    expect(states(engine)).toEqual([["kept", null]]);
    expect(told(engine)).toEqual([
      'error .claude/skills/a/SKILL.md:5:17: there is no hook type "comand" in files; the hook is left out; did you mean "command"?',
      expect.stringMatching(
        /^error \.claude\/skills\/a\/SKILL\.md:9:3: there is no event "PreToolUze" in Claude Code/,
      ),
      expect.stringMatching(
        /^error \.claude\/skills\/b\/SKILL\.md:3:1: the front matter is no YAML here .*none of its/,
      ),
    ]);
  });

  it("cannot speak about the hooks of others", async () => {
    const { team, write, start } = claudeProject();
    write(team, settings("kept"));
    const head = "disableAllHooks: true\nallowedHttpHookUrls: []\nallowManagedHooksOnly: true\n";
    write(".claude/skills/a/SKILL.md", markdown("a", "own").replace("---\n", `---\n${head}`));
    const engine = await start();
    expect(states(engine)).toEqual([
      ["kept", null],
      ["own", null],
    ]);
    expect(told(engine)).toEqual([]);
  });
});

describe("hooks of an agent", () => {
  it("hold in that agent alone, as a sub-agent or as the whole session", async () => {
    const { home, write, start } = claudeProject();
    write(".claude/agents/reviewer.md", markdown("reviewer", no("review")));
    write(join(home, ".claude/agents/own.md"), markdown("own", no("own")));
    const engine = await start();
    const verdictIn = async (agent: object) =>
      (await engine.fire("PreToolUse", { ...aWrite, ...agent })).reason;
    expect(await verdictIn({})).toBe("");
    expect(await verdictIn({ agent_id: "a", agent_type: "reviewer" })).toBe("review");
    expect(await verdictIn({ agent_type: "own" })).toBe("own");
    expect(await verdictIn({ agent_type: "other" })).toBe("");
  });

  it("on Stop mean the end of the agent", async () => {
    const { write, start } = claudeProject();
    write(".claude/agents/reviewer.md", markdown("reviewer", no("not yet"), "Stop", "''"));
    const engine = await start();
    const about = { agent_id: "a", agent_transcript_path: "/t", stop_hook_active: false };
    const ended = await engine.fire("SubagentStop", { ...about, agent_type: "reviewer" });
    expect([ended.verdict, ended.reason]).toEqual(["deny", "not yet"]);
    expect((await engine.fire("SubagentStop", { ...about, agent_type: "other" })).verdict).toBe("pass");
    const stop = { stop_hook_active: false };
    expect((await engine.fire("Stop", { ...stop, agent_type: "reviewer" })).verdict).toBe("deny");
    expect((await engine.fire("Stop", stop)).verdict).toBe("pass");
    expect(told(engine)).toEqual([]);
  });
});

describe("hooks of a plugin", () => {
  const id = "guard@market";
  function withPlugin(files: { readonly [path: string]: unknown }, enabled: unknown = true) {
    const place = claudeProject();
    const folder = join(place.home, ".claude/plugins/cache/market/guard/1.0.0");
    for (const [path, content] of Object.entries(files)) place.write(join(folder, path), content);
    place.install({ [id]: folder });
    place.write(place.user, { enabledPlugins: { [id]: enabled } });
    return { ...place, folder };
  }
  const hookFile = "hooks/hooks.json";
  const manifest = ".claude-plugin/plugin.json";

  it("hold when it is installed and switched on, with its folders in the environment", async () => {
    const { folder, home, project, start } = withPlugin({
      [hookFile]: {
        description: "guards",
        ...settings(
          'printf "%s\\n" "$CLAUDE_PLUGIN_ROOT" "$CLAUDE_PLUGIN_DATA" > seen; ${CLAUDE_PLUGIN_ROOT}/no.sh',
        ),
      },
      "no.sh": "#!/bin/sh\necho from plugin >&2\nexit 2\n",
    });
    chmodSync(join(folder, "no.sh"), 0o755);
    const engine = await start({ trust: "store" });
    const { verdict, reason, runs } = await engine.fire("PreToolUse", aWrite);
    expect([verdict, reason]).toEqual(["deny", "from plugin"]);
    expect(runs[0]?.source).toBe("~/.claude/plugins/cache/market/guard/1.0.0/hooks/hooks.json:7:11");
    const data = join(home, ".claude/plugins/data/guard-market");
    expect(readFileSync(join(project, "seen"), "utf8")).toBe(`${folder}\n${data}\n`);
    expect(engine.hooks.map(({ description }) => description)).toEqual(["guards"]);
    expect(told(engine)).toEqual([]);
  });

  it("get their folders in exec form as plain text", async () => {
    const args = [
      "-c",
      'printf "%s|" "$@" > seen',
      "sh",
      "${CLAUDE_PLUGIN_ROOT}/a b",
      "${CLAUDE_PLUGIN_DATA}",
      "${HOME}",
    ];
    const hook = { type: "command", command: "/bin/sh", args };
    const { folder, home, project, start } = withPlugin({
      [hookFile]: { hooks: { PreToolUse: [{ hooks: [hook] }] } },
    });
    await (await start()).fire("PreToolUse", aWrite);
    const data = join(home, ".claude/plugins/data/guard-market");
    expect(readFileSync(join(project, "seen"), "utf8")).toBe(`${folder}/a b|${data}|\${HOME}|`);
  });

  it.each([
    ["an event map", settings("in manifest").hooks, ["in manifest"]],
    ["a path", "./more.json", ["in file"]],
    ["a list", ["./more.json", settings("one").hooks, settings("two").hooks], ["one", "two", "in file"]],
  ])("may stand in its description: %s", async (_title, hooks, expected) => {
    const { start } = withPlugin({
      [manifest]: { name: "guard", hooks },
      [hookFile]: settings("usual"),
      "more.json": settings("in file"),
    });
    const engine = await start();
    expect(states(engine)).toEqual(["usual", ...expected].map((command) => [command, null]));
    expect(told(engine)).toEqual([]);
  });

  it("that are bad are told with their place in the description, and the others hold", async () => {
    const { start } = withPlugin({
      [manifest]:
        '{ "name": "guard", "hooks": [\n  { "Stop": [{ "hooks": [{ "type": "command", "command": "kept" }] }] },\n  { "Stop": [{ "hooks": [{ "type": "comand" }] }] }, 7,\n  "./hooks/hooks.json", "../out.json", "./gone.json" ] }',
      [hookFile]: settings("usual"),
    });
    const engine = await start();
    expect(states(engine).map(([command]) => command)).toEqual(["usual", "kept"]);
    const file = `~/.claude/plugins/cache/market/guard/1.0.0/${manifest}`;
    expect(told(engine)).toEqual([
      `error ${file}:3:54: a plugin's hooks are paths of files and event maps; this is left out; write "./hooks/more.json" or { "PreToolUse": [ … ] }`,
      `error ${file}:3:36: there is no hook type "comand" in files; the hook is left out; did you mean "command"?`,
      `warning ${file}:4:3: "./hooks/hooks.json" is read in any case; remove it`,
      `warning ${file}:4:25: "../out.json" is not in the plugin's folder; it is not read; write a path that begins with ./`,
      `warning ${file}:4:40: "./gone.json" does not exist; correct the path, or remove it`,
    ]);
  });

  it.each([
    [{ hooks: 5 }, /"hooks" must be an object, not 5/],
    ["{ broken", /none of its hooks is in force/],
  ])("in a description that makes no sense (%j) are told", async (content, said) => {
    const { start } = withPlugin({ [manifest]: content, [hookFile]: settings("usual") });
    const engine = await start();
    expect(states(engine)).toEqual([["usual", null]]);
    expect(told(engine).join("\n")).toMatch(said);
  });

  it.each([
    [true, 1],
    [["1.0.0"], 1],
    [false, 0],
    ["yes", 0],
  ])("switched on by %j: %d", async (enabled, count) => {
    const { start } = withPlugin({ [hookFile]: settings("usual") }, enabled);
    expect((await start()).hooks).toHaveLength(count);
  });

  it("that is not installed, or for another project, do not hold, and that is said", async () => {
    const { home, folder, write, start } = withPlugin({ [hookFile]: settings("usual") });
    const registry = join(home, ".claude/plugins/installed_plugins.json");
    const missing = [
      `info ~/.claude/settings.json:3:5: the plugin "${id}" is switched on and not installed; its hooks do not run; install it, or write false`,
    ];
    const said = async (content: unknown) => {
      write(registry, content);
      const engine = await start();
      expect(engine.hooks).toHaveLength(0);
      return told(engine);
    };
    expect(await said({ version: 2, plugins: {} })).toEqual(missing);
    const elsewhere = [{ scope: "project", projectPath: "/elsewhere", installPath: folder }];
    expect(await said({ version: 2, plugins: { [id]: elsewhere } })).toEqual(missing);
    expect(await said({ version: 2, plugins: { [id]: [{ installPath: "relative" }] } })).toEqual(missing);
    expect(await said("{ broken")).toEqual([
      expect.stringMatching(
        /^error ~\/\.claude\/plugins\/installed_plugins\.json:1:\d+: .*no hook of a plugin is in force/,
      ),
    ]);
  });

  it("are those of the installation for this project, if there is one", async () => {
    const { home, project, folder, write, start } = withPlugin({ [hookFile]: settings("for all") });
    const own = join(home, "own");
    write(join(own, hookFile), settings("for this project"));
    const entries = [
      { scope: "user", installPath: folder },
      { scope: "project", projectPath: project, installPath: own },
    ];
    write(join(home, ".claude/plugins/installed_plugins.json"), { version: 2, plugins: { [id]: entries } });
    expect(states(await start())).toEqual([["for this project", null]]);
    write(join(home, ".claude/plugins/installed_plugins.json"), { plugins: { [id]: { installPath: own } } });
    expect(states(await start())).toEqual([["for this project", null]]);
  });

  it("need approval when it is the project that switches it on, of the script as well", async () => {
    const { user, team, folder, write, start } = withPlugin({
      [hookFile]: settings('sh "${CLAUDE_PLUGIN_ROOT}/run.sh"'),
      "run.sh": "true",
    });
    write(user, {});
    write(team, { enabledPlugins: { [id]: true } });
    const engine = await start({ trust: "store" });
    const faults = async () => (await engine.fire("PreToolUse", aWrite)).runs.map(({ fault }) => fault);
    expect(await faults()).toEqual(["untrusted"]);
    expect(engine.hooks.flatMap((hook) => engine.covers(hook))).toContain(join(folder, "run.sh"));
    await engine.approve(engine.hooks);
    expect(await faults()).toEqual([null]);
    write(join(folder, "run.sh"), "touch pwned");
    expect(await faults()).toEqual(["untrusted"]);
  });

  it("stay the user's own when a project switches it on once more", async () => {
    const { team, write, start } = withPlugin({ [hookFile]: settings(no("guard")) });
    write(team, { enabledPlugins: { [id]: true } });
    const { verdict } = await (await start({ trust: "store" })).fire("PreToolUse", aWrite);
    expect(verdict).toBe("deny");
  });

  it("can be switched off by a project, and that is said", async () => {
    const { team, write, start } = withPlugin({ [hookFile]: settings("usual") });
    write(team, { enabledPlugins: { [id]: false } });
    const engine = await start();
    expect(engine.hooks).toEqual([]);
    expect(told(engine)).toEqual([
      `warning .claude/settings.json:3:5: this project switches off the plugin "${id}", which your own file switches on; remove it if you did not expect that`,
    ]);
  });

  it("stay under strictPluginOnlyCustomization, and under allowManagedHooksOnly if managed settings switch it on", async () => {
    const { user, team, managed, write, start } = withPlugin({ [hookFile]: settings("plugin") });
    write(team, settings("team"));
    const on = async (content: object) => {
      write(managed, content);
      return states(await start()).flatMap(([command, why]) => (why === null ? [command] : []));
    };
    expect(await on({ strictPluginOnlyCustomization: true })).toEqual(["plugin"]);
    expect(await on({ allowManagedHooksOnly: true })).toEqual([]);
    expect(await on({ allowManagedHooksOnly: true, enabledPlugins: { [id]: true } })).toEqual(["plugin"]);
    write(user, { disableAllHooks: true });
    expect(await on({ enabledPlugins: { [id]: true } })).toEqual(["plugin"]);
    expect(await on({ enabledPlugins: { [id]: false } })).toEqual([]);
  });

  it("of two plugins are two hooks, though they are written alike", async () => {
    const place = claudeProject();
    const folders = Object.fromEntries(["one@m", "two@m"].map((name) => [name, join(place.home, name)]));
    for (const folder of Object.values(folders))
      place.write(join(folder, hookFile), settings('test -d "$CLAUDE_PLUGIN_ROOT"'));
    place.install(folders);
    place.write(place.user, { enabledPlugins: { "one@m": true, "two@m": true } });
    const { runs } = await (await place.start()).fire("PreToolUse", aWrite);
    expect(runs.map(({ fault, exitCode }) => [fault, exitCode])).toEqual([
      [null, 0],
      [null, 0],
    ]);
  });

  it("cannot speak about the hooks of others", async () => {
    const { team, write, start } = withPlugin({
      [hookFile]: settings("plugin", { disableAllHooks: true, allowedHttpHookUrls: [] }),
      [manifest]: { disableAllHooks: true },
    });
    write(team, settings("team"));
    expect(states(await start())).toEqual([
      ["team", null],
      ["plugin", null],
    ]);
  });
});
