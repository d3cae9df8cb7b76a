import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWrite } from "../engine/scratch.ts";
import { claudeProject, settings, states, told } from "./claude-code-project.ts";

const no = (why: string) => `echo ${why} >&2; exit 2`;

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
