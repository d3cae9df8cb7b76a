import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialectOf } from "../../../src/cli/explain/explained-hook.ts";
import { missOf } from "../../../src/cli/explain/near-miss.ts";
import type { Engine, JsonObject } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";

/** What is said of a matcher of the native file, or of another agent's, on a tool. */
async function miss(matcher: string, tool: string, input: JsonObject = {}, file = ".hookline/hooks.json") {
  const place = scratch();
  place.write(file, {
    hooks: { PreToolUse: [{ matcher, hooks: [{ id: "x", type: "command", command: "true" }] }] },
  });
  return missIn(await place.engine(), tool, input);
}

function missIn(engine: Engine, tool: string, input: JsonObject = {}) {
  const preview = engine.preview("PreToolUse", { tool_name: tool, tool_input: input });
  const [hook] = preview.unmatched;
  if (!hook) return null;
  return { hook, preview, ...missOf(hook, preview.plan.event, dialectOf(hook), preview) };
}

describe("a matcher that almost fits", () => {
  it.each([
    ["bash", "Bash", "Bash", "case counts"],
    ["BASH|write", "Bash", "Bash|write", "case counts"],
    ["run_shell_command", "Bash", "Bash", "what another agent calls Bash"],
    ["Bash | Write ", "Read", null, ""],
    ["^Bash |Write$", "Write", "^Bash|Write$", null],
    ["mcp__github", "mcp__github__create_issue", "mcp__github__.*", "whole name"],
    ["mcp__*__create", "mcp__github__create", "mcp__.*__create", "glob"],
    ["Bash(git *)", "Bash", "Bash", "permission rule"],
    ["^Bas$", "Bash", "^Bas", '"$" asks'],
    ["^Edit", "NotebookEdit", ".*Edit", '"^" asks'],
    ["Edit", "NotebookEdit", ".*Edit.*", "only a part of"],
    ["mcp__a\\.b", "mcp__aXb", "mcp__a.b", '"\\"'],
    ["/Bash/", "Bash", "Bash", "quotes and slashes"],
    ["Wriet", "Write", "Write", "typing mistake"],
    ["Bas", "Bash", "Bash", "typing mistake"],
    ["Write;Bash", "Bash", "Write|Bash", 'joined by "|"'],
    ["Read", "Bash", null, ""],
  ])("%j on %s: write %j", async (matcher, tool, instead, why) => {
    const found = await miss(matcher, tool);
    if (instead === null) return expect(found).toMatchObject({ near: false, todo: "" });
    // Some of these fit as they are.
    if (why === null) return expect(found).toBeNull();
    expect(found?.todo).toContain(`write "matcher": "${instead}"`);
    expect(found?.why).toContain(why);
    expect(found?.near).toBe(true);
  });

  it.each([
    ["*.ts", "Edit", { file_path: "/p/src/a.ts" }, 'write "matcher": "Edit" and "if": "Edit(*.ts)"'],
    ["git push", "Bash", { command: "git push -f" }, 'write "matcher": "Bash" and "if": "Bash(git push)"'],
    [
      "secret",
      "Agent",
      { prompt: "a secret" },
      'match the event with its name, and ask about "prompt" with "when"',
    ],
  ])("%j looks for what is in the input of %s", async (matcher, tool, input, todo) => {
    expect(await miss(matcher, tool, input)).toMatchObject({ near: true, todo });
  });

  it("is no mistake where an agent's own file has its own name for the tool", async () => {
    const own = await miss("command_execute", "Bash", {}, ".wingman/wingman.config.json");
    expect(own?.todo).toBe(
      'if Wingman itself calls it "command_execute", nothing: explain that with --tool command_execute',
    );
    const place = scratch();
    const hooks = [{ event: "tool:pre_execute:bash", command: "true" }];
    place.write(".forge/hooks.json", { hooks });
    const forge = missIn(await place.engine(), "Bash");
    expect(forge).toMatchObject({ near: true, why: expect.stringContaining("case counts") });
    expect(forge?.todo).toBe('if Code-Forge itself calls it "bash", nothing: explain that with --tool bash');
  });

  it("is said in the grammar of its own dialect", async () => {
    const wingman = await miss("mcp__*", "mcp__github__x", {}, ".wingman/wingman.config.json");
    expect(wingman?.todo).toBe('write "matcher": "mcp__.*"');
    const agent = await miss("^mcp__.*$", "mcp__github__x", {}, ".config/agent/settings.json");
    expect(agent?.todo).toBe('write "matcher": "mcp__*"');
  });

  it("proposes only what fits, whatever is written", async () => {
    const names = ["Bash", "Write", "mcp__github__create_issue", "NotebookEdit", "my-tool"];
    const changes: ((name: string) => string)[] = [
      (name) => name.toLowerCase(),
      (name) => ` ${name}|Read`,
      (name) => `^${name.slice(0, -1)}$`,
      (name) => `${name.slice(0, 4)}*`,
      (name) => `${name};x`,
      (name) => `${name}(a b)`,
      (name) => name.slice(2),
    ];
    const tools = fc.constantFrom(...names);
    const matchers = fc.oneof(
      fc.stringMatching(/^[A-Za-z_*.|^$ ()\\,;/-]{1,12}$/),
      fc.tuple(tools, fc.constantFrom(...changes)).map(([name, change]) => change(name)),
    );
    const written = fc.sample(matchers, { numRuns: 400 });
    const place = scratch();
    const hooks = written.map((matcher) => ({ matcher, hooks: [{ type: "command", command: "true" }] }));
    place.write(".hookline/hooks.json", { hooks: { PreToolUse: hooks } });
    const engine = await place.engine();
    let proposed = 0;
    for (const tool of names) {
      const preview = engine.preview("PreToolUse", { tool_name: tool, tool_input: {} });
      for (const hook of preview.unmatched) {
        const { near, todo } = missOf(hook, preview.plan.event, dialectOf(hook), preview);
        const instead = /^write "matcher": "([\s\S]*?)"(?: and put .*)?$/.exec(todo)?.[1];
        expect(near).toBe(instead !== undefined);
        if (instead === undefined) continue;
        proposed++;
        expect([hook.matcher.pattern, instead, preview.wouldFit(hook, instead)]).toEqual([
          hook.matcher.pattern,
          instead,
          true,
        ]);
      }
    }
    expect(proposed).toBeGreaterThan(50);
  });
});
