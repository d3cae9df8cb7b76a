import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSettings, settingsFrom } from "../../src/settings/load.ts";
import { scratchFolders } from "./scratch-settings.ts";

const everything = {
  permissions: {
    allow: ["Bash(npm test)"],
    ask: ["Bash(git push *)"],
    deny: ["Read(.env)"],
    defaultMode: "acceptEdits",
    additionalDirectories: ["../other"],
  },
  model: "openai:gpt-5",
  mcpServers: { files: { command: "node", args: ["server.js"] } },
  compactAtTokens: 1000,
  agents: { reader: { description: "reads", prompt: "Read.", tools: ["read_file"] } },
};

describe("settings", () => {
  it("are read from four places, the later one stronger", () => {
    const { roots, write, home, system, project } = scratchFolders();
    write(join(home, ".config/hookline/agent.json"), { model: "a", permissions: { deny: ["A"] } });
    write(".hookline/agent.json", { model: "b", permissions: { deny: ["B"] } });
    write(".hookline/agent.local.json", { permissions: { deny: ["C"], defaultMode: "plan" } });
    write(join(system, "etc/hookline/agent.json"), {
      model: "d",
      permissions: { allow: ["E"], deny: ["D"] },
    });
    const { files, problems, mustFail } = loadSettings(roots);
    expect([problems, mustFail]).toEqual([[], false]);
    const paths = new Set(files.map(({ place }) => place.path));
    const all = settingsFrom(files, paths);
    expect(all).toMatchObject({ model: "d", defaultMode: "plan" });
    expect(all.rules.map(({ text, source }) => [text, source])).toEqual([
      ["A", "~/.config/hookline/agent.json:1"],
      ["B", ".hookline/agent.json:1"],
      ["C", ".hookline/agent.local.json:1"],
      ["E", join(system, "etc/hookline/agent.json:1")],
      ["D", join(system, "etc/hookline/agent.json:1")],
    ]);
    expect(all.rules[1]?.sourceDir).toBe(join(project, ".hookline"));
  });

  it("of the user lie where XDG_CONFIG_HOME says, unless that is the project", () => {
    const { roots, write, root, project } = scratchFolders();
    write(join(root, "config/hookline/agent.json"), everything);
    const elsewhere = loadSettings({ ...roots, env: { XDG_CONFIG_HOME: join(root, "config") } });
    expect(settingsFrom(elsewhere.files, new Set()).model).toBe("openai:gpt-5");
    write("config/hookline/agent.json", everything);
    const inside = loadSettings({ ...roots, env: { XDG_CONFIG_HOME: join(project, "config") } });
    expect(settingsFrom(inside.files, new Set()).model).toBeNull();
    symlinkSync(join(project, "config"), join(root, "link"));
    const linked = loadSettings({ ...roots, env: { XDG_CONFIG_HOME: join(root, "link") } });
    expect(settingsFrom(linked.files, new Set()).model).toBeNull();
  });

  it("of a project only refuse, until they are trusted", () => {
    const { roots, write } = scratchFolders();
    const path = write(".hookline/agent.json", everything);
    const { files, problems } = loadSettings(roots);
    expect(problems).toEqual([]);
    const untrusted = settingsFrom(files, new Set());
    expect(untrusted.rules.map(({ behavior }) => behavior)).toEqual(["ask", "deny"]);
    expect(untrusted).toMatchObject({
      defaultMode: null,
      additionalDirectories: [],
      model: null,
      mcpServers: [],
      agents: {},
    });
    expect(untrusted.compactAtTokens).toBe(1000);
    const trusted = settingsFrom(files, new Set([path]));
    expect(trusted.rules.map(({ text }) => text)).toEqual([
      "Bash(npm test)",
      "Bash(git push *)",
      "Read(.env)",
    ]);
    expect(trusted.mcpServers).toMatchObject([{ name: "files", config: { command: "node" } }]);
    expect(trusted).toMatchObject({
      defaultMode: "acceptEdits",
      additionalDirectories: ["../other"],
      model: "openai:gpt-5",
    });
    expect(trusted.agents.reader?.tools).toEqual(["read_file"]);
  });

  it("may have comments, trailing commas and a byte order mark", () => {
    const { roots, write } = scratchFolders();
    write(".hookline/agent.json", `\ufeff// ours\n{"permissions": {"deny": ["A", /* x */ "B",],},}`);
    const { files, problems } = loadSettings(roots);
    expect(problems).toEqual([]);
    expect(settingsFrom(files, new Set()).rules.map(({ source }) => source)).toEqual([
      ".hookline/agent.json:2",
      ".hookline/agent.json:2",
    ]);
  });

  it.each([
    [`{"modell": 1}`, `1:2: "modell" is not known; remove it, or write one of permissions, model`],
    [
      `{"permissions": {"denny": []}}`,
      `1:18: "permissions.denny" is not known; remove it, or write one of allow, ask, deny`,
    ],
    [`{\n  "model": 5}`, `2:12: "model" is a number that means nothing here; write a name like`],
    [`{"permissions": []}`, `1:17: "permissions" is a list that means nothing here`],
    [`{"permissions": {"deny": [5, "A"]}}`, `1:27: an entry of "deny" must be a text`],
    [
      `{"permissions": {"deny": "A"}}`,
      `1:26: "deny" must be a list of texts, and not a string; put it in [ ]`,
    ],
    [
      `{"permissions": {"deny": ["A"], "defaultMode": "yolo"}}`,
      `"defaultMode" is no mode; write one of default`,
    ],
    [
      `{"permissions": {"deny": ["A"]}, "compactAtTokens": -1}`,
      `"compactAtTokens" is a number that means nothing`,
    ],
    [
      `{"permissions": {"deny": ["A"]}, "mcpServers": {"x": 1}}`,
      `"mcpServers.x" is a number that means nothing`,
    ],
    [`{"permissions": {"deny": ["A"]}, "mcpServers": {"__proto__": {}}}`, `"__proto__" can be no name here`],
    [`{"permissions": {"deny": ["A"]}, "agents": {"x": {}}}`, `"agents.x" is an object that means nothing`],
    [`{"permissions": {"deny": ["A"]}, "__proto__": {"model": "x"}}`, `"__proto__" is not known`],
    [`{"permissions": {"deny": ["B"], "deny": ["A"]}}`, `1:33: "deny" is there twice; put both into one`],
    [`[]`, `1:1: settings are an object, and not a list`],
  ])("with a mistake (%s) say where and what to do", (text, problem) => {
    const { roots, write } = scratchFolders();
    write(".hookline/agent.json", text);
    const { files, problems } = loadSettings(roots);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toMatch(/^\.hookline\/agent\.json:\d+:\d+: .+; .+/);
    if (text.includes(`"A"`)) expect(settingsFrom(files, new Set()).rules.at(-1)?.text).toBe("A");
  });

  it("that are no JSON refuse what can be read in them, and open nothing", () => {
    const { roots, write, home } = scratchFolders();
    write(
      join(home, ".config/hookline/agent.json"),
      `{"permissions": {"allow": ["A"], "deny": ["B"]}, "model": "m", oops`,
    );
    const { files, problems, mustFail } = loadSettings(roots);
    expect(problems).toEqual([
      expect.stringMatching(/^~\/\.config\/hookline\/agent\.json:1:\d+: this is no valid JSON/),
    ]);
    const { rules, model } = settingsFrom(files, new Set());
    expect(rules.map(({ text }) => text)).toEqual(["B"]);
    expect([model, mustFail]).toEqual([null, false]);
  });

  it("of the machine that cannot be read must not be passed over", () => {
    const { roots, write, system } = scratchFolders();
    write(join(system, "etc/hookline/agent.json"), "{");
    expect(loadSettings(roots).mustFail).toBe(true);
  });

  it("that cannot be opened are a problem, and those that are not there are none", () => {
    const { roots, project } = scratchFolders();
    expect(loadSettings(roots)).toEqual({ files: [], problems: [], mustFail: false });
    mkdirSync(join(project, ".hookline/agent.json"), { recursive: true });
    expect(loadSettings(roots).problems).toEqual([
      expect.stringContaining("cannot be read: this is a folder"),
    ]);
  });
});
