import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aWrite } from "../engine/scratch.ts";
import { claudeProject, serve, settings, states, told } from "./claude-code-project.ts";

// shows: W-011 G-083
describe("Claude Code's settings files", () => {
  it("are read in their places and in the order user, team, local, managed", async () => {
    const { user, team, local, managed, system, write, start } = claudeProject();
    write(user, settings("user"));
    write(team, settings("team"));
    write(local, settings("local"));
    write(managed, settings("managed"));
    const drops = join(system, "etc/claude-code/managed-settings.d");
    write(join(drops, "20-late.json"), settings("late"));
    write(join(drops, "10-early.json"), settings("early"));
    const mac = "Library/Application Support/ClaudeCode";
    write(join(system, mac, "managed-settings.json"), settings("mac"));
    const engine = await start();
    expect(engine.hooks.map(({ fields, source }) => [fields.command, source.layer])).toEqual([
      ["user", "user"],
      ["team", "team"],
      ["local", "local"],
      ["managed", "managed"],
      ["early", "managed"],
      ["late", "managed"],
      ["mac", "managed"],
    ]);
    expect(engine.hooks.map(({ source }) => source.text).slice(0, 4)).toEqual([
      "~/.claude/settings.json:6:11",
      ".claude/settings.json:6:11",
      ".claude/settings.local.json:6:11",
      `${managed}:6:11`,
    ]);
    expect(told(engine)).toEqual([]);
  });

  it("follow CLAUDE_CONFIG_DIR, if it names a folder in full", async () => {
    const { user, home, env, write, start } = claudeProject();
    write(user, settings("usual"));
    write(join(home, "moved/settings.json"), settings("moved"));
    write(join(home, "moved/agents/a.md"), agentFile("moved-agent"));
    const commands = async (folder: string) =>
      (await start({ env: { ...env, CLAUDE_CONFIG_DIR: folder } })).hooks.map(({ fields }) => fields.command);
    expect(await commands(join(home, "moved"))).toEqual(["moved", "moved-agent"]);
    expect(await commands("moved")).toEqual(["usual"]);
    expect(await commands("")).toEqual(["usual"]);
  });

  it("that a variable puts into the project are the project's, and need approval", async () => {
    const { project, env, write, start } = claudeProject();
    write("config/settings.json", settings("touch ran"));
    write(".claude/settings.json", {});
    const moved = { ...env, CLAUDE_CONFIG_DIR: join(project, "config") };
    const engine = await start({ env: moved, trust: "store" });
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs.map(({ fault }) => fault)).toEqual(["untrusted"]);
  });

  it("run the same hook once, with the longer of its deadlines", async () => {
    const { user, team, write, start } = claudeProject();
    const hook = (timeout: number) => ({
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true", timeout }] }] },
    });
    write(user, hook(5));
    write(team, hook(9));
    const { runs, skipped } = await (await start()).fire("PreToolUse", aWrite);
    expect(runs).toHaveLength(1);
    expect(skipped.map(({ why }) => why)).toEqual([
      expect.stringMatching(/^duplicate of PreToolUse-\w+ \(~\/\.claude\/settings\.json:6:11\)$/),
    ]);
  });

  it("hold their good hooks when one entry is bad, where Claude Code would drop the file", async () => {
    const { team, write, start } = claudeProject();
    write(team, {
      hooks: {
        PreToolUse: [
          { matcher: 5, hooks: [{ type: "command", command: "lost" }] },
          { hooks: [{ type: "command" }, { type: "http", url: "x" }, { type: "command", command: "kept" }] },
        ],
      },
    });
    const engine = await start();
    expect(states(engine)).toEqual([["kept", null]]);
    expect(engine.diagnostics.map(({ severity, line }) => [severity, line])).toEqual([
      ["error", 5],
      ["error", 15],
      ["error", 18],
    ]);
    expect(engine.mustFail).toBe(false);
  });

  it("may hold comments, and keep their last good hooks while they cannot be read", async () => {
    const { team, write, start } = claudeProject();
    write(team, `// ours\n${JSON.stringify(settings("echo no >&2; exit 2"))}`);
    const engine = await start();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    write(team, '{ "hooks": {');
    await engine.reload();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    expect(told(engine)[0]).toMatch(/^error \.claude\/settings\.json:1:\d+: .*stay in force/);
    expect(engine.mustFail).toBe(true);
  });

  it("give hooks of a project the whole environment, as Claude Code does", async () => {
    const { team, env, project, write, start } = claudeProject();
    write(team, settings('printf %s "$API_TOKEN" > token'));
    const engine = await start({ env: { ...env, API_TOKEN: "t-1" } });
    await engine.fire("PreToolUse", aWrite);
    expect(readFileSync(join(project, "token"), "utf8")).toBe("t-1");
    expect(told(engine)).toEqual([]);
  });

  it("work beside Hookline's own, each by its rules, in one decision", async () => {
    const { team, write, engine: anyEngine } = claudeProject();
    write(team, settings("echo from settings >&2; exit 2"));
    write(".hookline/hooks.json", settings("echo from hookline >&2; exit 2"));
    const engine = await anyEngine();
    const result = await engine.wrapTool({ name: "Write", input: {} }, () => "done");
    expect(result.ran).toBe(false);
    expect(result.decision.reason).toBe("from hookline\nfrom settings");
    expect(result.decision.runs.map(({ dialect }) => dialect)).toEqual(["native", "claude-code"]);
  });

  it("are left alone where the agent runs them itself, by every dialect", async () => {
    const { user, team, write, engine: anyEngine } = claudeProject();
    write(user, settings("user"));
    write(team, settings("team"));
    const engine = await anyEngine({ leave: ["claude-code"] });
    expect(engine.hooks).toEqual([]);
    const read = await anyEngine({ dialects: ["gencode"], leave: ["claude-code"] });
    expect(read.hooks).toEqual([]);
  });
});

describe("Claude Code's policies", () => {
  const off = '"disableAllHooks" in ';
  it.each([
    ["a user file switches all but managed hooks off", { user: true }, ["~", "~", "~", null]],
    ["a project can switch them on again", { user: true, local: false }, [null, null, null, null]],
    ["a project can switch them off", { team: true }, [".", ".", ".", null]],
    ["a managed file decides for all", { managed: true, local: false }, ["/", "/", "/", "/"]],
    ["and nobody against it", { managed: false, user: true, team: true }, [null, null, null, null]],
  ] as const)("disableAllHooks: %s", async (_title, said, expected) => {
    const { write, start, ...paths } = claudeProject();
    const layers = ["user", "team", "local", "managed"] as const;
    for (const layer of layers) {
      const value = Object.entries(said).find(([name]) => name === layer)?.[1];
      write(paths[layer], settings(layer, value === undefined ? {} : { disableAllHooks: value }));
    }
    const found = states(await start()).map(([, why]) => why);
    expect(found.map((why) => (why === null ? null : why.slice(off.length, off.length + 1)))).toEqual(
      expected,
    );
  });

  it.each([true, "yes", 1, null])(
    "allowManagedHooksOnly (%j) in the managed file lets only managed hooks run",
    async (value) => {
      const { user, team, managed, write, start } = claudeProject();
      write(user, settings("user"));
      write(team, settings("team"));
      write(managed, settings("managed", { allowManagedHooksOnly: value }));
      const engine = await start();
      const why = `"allowManagedHooksOnly" in ${managed}`;
      expect(states(engine)).toEqual([
        ["user", why],
        ["team", why],
        ["managed", null],
      ]);
      const complaints = value === true || value === null ? [] : [expect.stringMatching(/it counts as true/)];
      if (value !== null) expect(told(engine)).toEqual(complaints);
      const { skipped } = await engine.fire("PreToolUse", aWrite);
      expect(skipped.map((one) => one.why)).toEqual([`disabled: ${why}`, `disabled: ${why}`]);
    },
  );

  it("allowManagedHooksOnly: the last managed file that says it decides, and no other file can", async () => {
    const { user, managed, system, write, start } = claudeProject();
    write(user, settings("user", { allowManagedHooksOnly: true }));
    write(managed, { allowManagedHooksOnly: true });
    write(join(system, "etc/claude-code/managed-settings.d/1.json"), { allowManagedHooksOnly: false });
    const engine = await start();
    expect(states(engine)).toEqual([["user", null]]);
    expect(told(engine)).toEqual([
      'warning ~/.claude/settings.json:14:3: "allowManagedHooksOnly" has no effect here: only the managed settings of Claude Code can say it; remove it, or have it put there',
    ]);
  });

  it.each([
    [true, false],
    [["hooks"], false],
    [["skills", "hooks"], false],
    ["hooks", false],
    [["skills"], true],
    [false, true],
  ])("strictPluginOnlyCustomization %j: hooks of settings files run: %s", async (value, runs) => {
    const { user, managed, write, start } = claudeProject();
    write(user, settings("user"));
    write(managed, settings("managed", { strictPluginOnlyCustomization: value }));
    expect(states(await start()).map(([command, why]) => [command, why === null])).toEqual([
      ["user", runs],
      ["managed", true],
    ]);
  });

  it("speak for Claude Code's hooks alone", async () => {
    const { user, managed, write, engine: anyEngine } = claudeProject();
    write(user, settings("user"));
    write(managed, { allowManagedHooksOnly: true, disableAllHooks: true, allowedHttpHookUrls: [] });
    const { url } = await serve();
    write(".hookline/hooks.json", { hooks: { PreToolUse: [{ hooks: [{ type: "http", url }] }] } });
    const engine = await anyEngine();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });
});

describe("allowedHttpHookUrls and httpHookAllowedEnvVars", () => {
  const http = (url: string, lists: object) => ({
    hooks: {
      PreToolUse: [{ hooks: [{ type: "http", url, headers: { "x-a": "$A" }, allowedEnvVars: ["A"] }] }],
    },
    ...lists,
  });

  it.each([
    ["none", {}, {}, true],
    ["one that fits", { allowedHttpHookUrls: ["http://127.0.0.1:*/*"] }, {}, true],
    ["an empty one", { allowedHttpHookUrls: [] }, {}, false],
    ["another file's too: they join", { allowedHttpHookUrls: [] }, { allowedHttpHookUrls: ["*"] }, true],
    ["one that is no list", { allowedHttpHookUrls: "*" }, {}, false],
  ])("%s", async (_title, inTeam, inUser, called) => {
    const { user, team, write, start } = claudeProject();
    const { url } = await serve();
    write(team, http(url, inTeam));
    write(user, inUser);
    const { verdict, runs } = await (await start()).fire("PreToolUse", aWrite);
    expect([verdict, runs[0]?.fault ?? null]).toEqual(called ? ["deny", null] : ["pass", "spawn"]);
  });

  it("a project cannot add to what the managed file allows", async () => {
    const { team, managed, write, start } = claudeProject();
    const { url } = await serve();
    write(managed, { allowedHttpHookUrls: ["https://example.com/*"] });
    write(team, http(url, { allowedHttpHookUrls: ["*"] }));
    expect((await (await start()).fire("PreToolUse", aWrite)).verdict).toBe("pass");
  });

  it("a variable goes into a header only if every list has its name", async () => {
    const { user, team, env, write, start } = claudeProject();
    const { url, headers } = await serve();
    write(team, http(url, {}));
    const fire = async () => (await start({ env: { ...env, A: "value" } })).fire("PreToolUse", aWrite);
    await fire();
    write(user, { httpHookAllowedEnvVars: ["B"] });
    await fire();
    expect(headers.map((all) => all["x-a"])).toEqual(["value", ""]);
  });
});

function agentFile(command: string): string {
  return `---\nname: a\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: ${command}\n---\n`;
}
