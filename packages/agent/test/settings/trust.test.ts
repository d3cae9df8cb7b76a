import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeKept, keptObject } from "../../src/settings/kept-file.ts";
import { loadSettings } from "../../src/settings/load.ts";
import { trustOfSettings } from "../../src/settings/trust.ts";
import { nobody, type Person } from "../../src/show/person.ts";
import { answering, keepingShow, scratchFolders } from "./scratch-settings.ts";

const settings = {
  permissions: { allow: ["Bash(npm test)"], deny: ["Read(.env)"] },
  mcpServers: { files: { command: "node", args: ["server.js"] } },
};

function trial(person: Person, folders: ReturnType<typeof scratchFolders>, trustAll = false) {
  const show = keepingShow();
  const { files } = loadSettings(folders.roots);
  const { project: projectDir, state: stateFolder } = folders;
  const { env } = folders.roots;
  const signal = new AbortController().signal;
  const trusted = trustOfSettings({ files, projectDir, env, stateFolder, person, show, trustAll, signal });
  return trusted.then((paths) => ({ paths: [...paths], notices: show.notices }));
}

describe("the trust in a project's settings", () => {
  it("is asked for once, and again when something that opens changes", async () => {
    const folders = scratchFolders();
    const path = folders.write(".hookline/agent.json", settings);
    folders.write("server.js", "1");
    const person = answering("y");
    expect(await trial(person, folders)).toEqual({ paths: [path], notices: [] });
    expect(person.asked[0]?.detail).toEqual([
      ".hookline/agent.json",
      "  allows without asking: Bash(npm test)",
      "  starts the MCP server files: node server.js",
    ]);
    const again = answering("n");
    expect((await trial(again, folders)).paths).toEqual([path]);
    folders.write(".hookline/agent.json", {
      ...settings,
      permissions: { ...settings.permissions, deny: [] },
    });
    expect((await trial(again, folders)).paths).toEqual([path]);
    expect(again.asked).toEqual([]);
    folders.write("server.js", "2");
    expect((await trial(again, folders)).paths).toEqual([]);
    expect(again.asked).toHaveLength(1);
    folders.write("server.js", "1");
    folders.write(".hookline/agent.json", { ...settings, model: "x" });
    expect((await trial(again, folders)).paths).toEqual([]);
  });

  it("is kept for the user alone", async () => {
    const folders = scratchFolders();
    folders.write(".hookline/agent.json", settings);
    await trial(answering("y"), folders);
    const file = join(folders.state, "agent-trust.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.values(JSON.parse(readFileSync(file, "utf8")).approved)).toMatchObject([
      { project: folders.project },
    ]);
  });

  it("is for one project: a copy of its settings elsewhere is asked about", async () => {
    const [one, other] = [scratchFolders(), scratchFolders()];
    one.write(".hookline/agent.json", settings);
    other.write(".hookline/agent.json", settings);
    await trial(answering("y"), one);
    expect((await trial(nobody, { ...other, state: one.state })).paths).toEqual([]);
  });

  it.each([
    ["nobody is there", nobody],
    ["the person says no", answering("n")],
  ])("is not given when %s, and what is left out is said", async (_, person) => {
    const folders = scratchFolders();
    folders.write(".hookline/agent.local.json", settings);
    const { paths, notices } = await trial(person, folders);
    expect(paths).toEqual([]);
    expect(notices).toEqual([
      "warn: .hookline/agent.local.json is not trusted, so this is left out: allows without asking: Bash(npm test); " +
        "starts the MCP server files: node server.js. Start the agent in a terminal to approve it, or with --trust for one run.",
    ]);
  });

  it("is given for one run by --trust and by the answer o", async () => {
    const folders = scratchFolders();
    const path = folders.write(".hookline/agent.json", settings);
    expect((await trial(nobody, folders, true)).paths).toEqual([path]);
    expect((await trial(answering("o"), folders)).paths).toEqual([path]);
    expect((await trial(nobody, folders)).paths).toEqual([]);
  });

  it("is not asked for when a project only refuses, nor for the user's own file", async () => {
    const folders = scratchFolders();
    folders.write(".hookline/agent.json", { permissions: { deny: ["A"], ask: ["B"] }, compactAtTokens: 5 });
    folders.write(join(folders.home, ".config/hookline/agent.json"), settings);
    const person = answering("n");
    expect(await trial(person, folders)).toEqual({ paths: [], notices: [] });
    expect(person.asked).toEqual([]);
  });

  it("is not lost to a store that cannot be read: it holds for this run, and that is said", async () => {
    const folders = scratchFolders();
    const path = folders.write(".hookline/agent.json", settings);
    writeFileSync(join(folders.state, "agent-trust.json"), "oops");
    const { paths, notices } = await trial(answering("y"), folders);
    expect(paths).toEqual([path]);
    expect(notices).toEqual([expect.stringContaining("cannot be read; mend it, or move it away")]);
  });
});

it("two agents that keep something at once lose nothing", async () => {
  const { state } = scratchFolders();
  const path = join(state, "deep", "kept.json");
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
  await Promise.all(keys.map((key) => changeKept(path, (before) => ({ ...before, [key]: true }))));
  expect(Object.keys(keptObject(path) ?? {}).sort()).toEqual([...keys].sort());
});
