import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";

const config = ".wingman/wingman.config.json";
const entry = (command: string, more: object = {}) => ({ type: "command", command, ...more });
const aCall = { tool_name: "write_file", tool_input: { file_path: "a.ts" } };

describe("the team's file and those of agents", () => {
  const group = (word: string) => ({ hooks: [entry(`echo ${word} >>log`)] });
  const before = (word: string) => ({ PreToolUse: [group(word)] });
  const twice = (word: string) => ({ PreToolUse: [group(word), group(word)] });

  // shows: W-069 W-070 W-071 W-133 W-048
  it.each([
    ["both", { [config]: before("team"), agent: before("own") }, ["team", "own"]],
    ["the team's only", { [config]: before("team") }, ["team"]],
    ["the agent's only", { agent: before("own") }, ["own"]],
    ["neither", {}, []],
    ["the same in both, which runs twice", { [config]: before("x"), agent: before("x") }, ["x", "x"]],
    ["the same twice in one file", { [config]: twice("x") }, ["x", "x"]],
  ])("%s", async (_name, files, expected) => {
    const place = scratch();
    for (const [path, hooks] of Object.entries(files))
      place.write(path === "agent" ? ".wingman/agents/coder/agent.json" : path, { name: "coder", hooks });
    // Also from a folder below, where the agent works.
    const cwd = join(place.project, "src");
    mkdirSync(cwd);
    const engine = await place.engine({ dialects: ["wingman"], cwd });
    await engine.fire("PreToolUse", { ...aCall, agent_type: "coder" });
    const log = join(place.project, "log");
    expect(existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : []).toEqual(expected);
  });

  // shows: W-043 W-047
  it("an agent goes by its name or that of its folder, and a sub-agent has the team's hooks too", async () => {
    const place = scratch();
    place.write(config, { hooks: before("team") });
    place.write(".wingman/agents/folder/agent.json", { name: "Given Name", hooks: before("own") });
    const engine = await place.engine({ dialects: ["wingman"] });
    const count = async (agent: { id: string; type?: string }) =>
      (await engine.fire("PreToolUse", aCall, { agent })).runs.length;
    expect(await count({ id: "1", type: "Given Name" })).toBe(2);
    expect(await count({ id: "1", type: "folder" })).toBe(2);
    expect(await count({ id: "1", type: "other" })).toBe(1);
    expect(await count({ id: "1" })).toBe(1);
  });

  // shows: W-046
  it("what is wrong with hooksMode is said where it stands, and the agent's hooks join the team's", async () => {
    const place = scratch();
    place.write(config, { hooks: before("team") });
    const own = JSON.stringify(before("own"));
    place.write(".wingman/agents/a/agent.json", `{ "hooksMode": "replcae",\n "hooks": ${own} }`);
    place.write(
      ".wingman/agents/b/agent.json",
      `{ "hooksMode": {\n "PreToolUse": "replcae",\n "PreToolUze": "replace",\n "Stop": 1 }, "hooks": ${own} }`,
    );
    const engine = await place.engine({ dialects: ["wingman"] });
    const told = engine.diagnostics.map(
      ({ file, line, column, message, hint }) => `${file}:${line}:${column}: ${message}; ${hint}`,
    );
    expect(told).toEqual([
      '.wingman/agents/a/agent.json:1:16: "hooksMode" must be one of merge, replace, not "replcae"; it is left out; write one of merge, replace',
      '.wingman/agents/b/agent.json:2:16: "hooksMode" of PreToolUse must be one of merge, replace, not "replcae"; it counts as "merge"; did you mean "replace"?',
      '.wingman/agents/b/agent.json:3:2: there is no event "PreToolUze" in Wingman; it replaces nothing; did you mean "PreToolUse"?',
      '.wingman/agents/b/agent.json:4:10: "hooksMode" of Stop must be one of merge, replace, not 1; it counts as "merge"; write "merge" or "replace"',
    ]);
    for (const type of ["a", "b"])
      expect((await engine.fire("PreToolUse", { ...aCall, agent_type: type })).runs).toHaveLength(2);
  });

  // shows: W-100 W-102 W-108
  it("a broken file of an agent is reported, and the team's hooks hold", async () => {
    const place = scratch();
    place.write(config, { hooks: before("team") });
    place.write(".wingman/agents/coder/agent.json", '{ "hooks": { "PreToolUse": [');
    const engine = await place.engine({ dialects: ["wingman"] });
    expect(engine.diagnostics).toMatchObject([
      { severity: "error", file: ".wingman/agents/coder/agent.json", line: 1 },
    ]);
    expect((await engine.fire("PreToolUse", { ...aCall, agent_type: "coder" })).runs).toHaveLength(1);
  });
});

describe("limits and patterns", () => {
  // shows: W-073 W-074 W-077 W-078
  it("60 seconds, from 1 to 600", async () => {
    const hooks = [entry("true"), ...[30, 0, 900].map((timeout) => entry("true", { timeout }))];
    const place = scratch();
    place.write(config, { hooks: { PreToolUse: [{ hooks }] } });
    const engine = await place.engine({ dialects: ["wingman"] });
    expect(engine.hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 30_000, 1_000, 600_000]);
    expect(engine.diagnostics).toHaveLength(2);
  });

  // shows: W-057 W-130
  it("a pattern that is no expression is an exact name, and that is said", async () => {
    const place = scratch();
    place.write(config, { hooks: { PreToolUse: [{ matcher: "a(b", hooks: [entry("true")] }] } });
    const engine = await place.engine({ dialects: ["wingman"] });
    expect((await engine.fire("PreToolUse", { ...aCall, tool_name: "a(b" })).runs).toHaveLength(1);
    expect((await engine.fire("PreToolUse", { ...aCall, tool_name: "ab" })).runs).toHaveLength(0);
    expect(engine.diagnostics).toMatchObject([
      { severity: "warning", hint: expect.stringContaining("tool") },
    ]);
  });
});
