import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importHookFile } from "../../src/index.ts";
import { cli } from "../e2e/run-cli.ts";
import { aWrite, commands, scratch } from "../engine/scratch.ts";

describe("what people do with their files", () => {
  it.each([
    "cat >> audit.log",
    "{ date; cat; } >> audit.log",
    "cat | tee -a audit.log > /dev/null",
    "touch audit.log",
    'cat > "$CLAUDE_PROJECT_DIR"/audit.log',
    "sh -c 'cat >> audit.log'",
    "cat > audit.log 2>&1; grep -q Write audit.log || { tail -5 audit.log >&2; exit 2; }",
  ])("a hook that keeps a log runs again after its first line: %s", async (command) => {
    const { engine, project } = scratch(commands(command));
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    for (const time of [1, 2, 3]) {
      expect((await running.fire("PreToolUse", aWrite)).runs, `${time}`).toMatchObject([{ status: "ok" }]);
    }
    expect(existsSync(join(project, "audit.log"))).toBe(true);
  });

  it.each([
    "sh check.sh > check.log",
    "sh < check.sh",
    "cat check.sh > x; . ./check.sh",
    "sh check.sh; : > check.sh",
    'eval "$(cat check.sh)"; echo : > check.sh',
    "cat check.sh | sh; echo : > check.sh",
  ])("what runs is still covered beside a redirection: %s", async (command) => {
    const { engine, write } = scratch(commands(command));
    const script = write("check.sh", "exit 0\n");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    writeFileSync(script, "exit 0 # changed\n");
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ fault: "untrusted" }]);
  });

  it("an agent that also reads another's files is left those, too: no hook runs twice", async () => {
    const { engine, write, project } = scratch();
    const group = (name: string) => [
      { matcher: "Write", hooks: [{ type: "command", command: `echo ${name} >> log` }] },
    ];
    write(".claude/settings.json", { hooks: { PreToolUse: group("claude") } });
    write(".gen/settings.json", { hooks: { PreToolUse: group("gen") } });
    write(".hookline/hooks.json", { hooks: { PreToolUse: group("native") } });
    const fired = async (leave: string[], dialects?: string[]) => {
      writeFileSync(join(project, "log"), "");
      await (await engine({ leave, ...(dialects && { dialects }) })).fire("PreToolUse", aWrite);
      return readFileSync(join(project, "log"), "utf8").trim().split("\n").sort();
    };
    expect(await fired(["gencode"])).toEqual(["native"]);
    expect(await fired(["claude-code"])).toEqual(["gen", "native"]);
    expect(await fired([])).toEqual(["claude", "gen", "native"]);
    expect(await fired(["gencode"], ["native", "claude-code"])).toEqual(["claude", "native"]);
  });

  it.each([
    [
      ".wingman/wingman.config.json",
      "write_*",
      /"write_\*" is a regular expression, .*; write write_\.\* for/,
    ],
    [".wingman/wingman.config.json", "*_file", /no valid regular expression, .*; write \.\*_file, unless/],
    [".gen/settings.json", "mcp__*", /"mcp__\*" is a regular expression, .*; write mcp__\.\* for/],
    [
      ".config/agent/settings.json",
      "write_.*|bash",
      /"write_\.\*\|bash" is no regular expression here, .*; write write_\*\|bash/,
    ],
  ])("a glob for an expression, or one for the other, is told: %s %s", async (file, matcher, said) => {
    const { engine, write } = scratch();
    const hooks = [{ type: "command", command: "exit 2" }];
    write(file, { hooks: { PreToolUse: [{ matcher, hooks }] } });
    const [diagnostic, ...others] = (await engine()).diagnostics;
    expect(`${diagnostic?.message}; ${diagnostic?.hint}`).toMatch(said);
    expect(others).toEqual([]);
  });

  it.each([".*_file", "write_file|edit_file", "mcp__.*__delete", "[a-z]*"])(
    "an expression that is one is not doubted: %s",
    async (matcher) => {
      const { engine, write } = scratch();
      const hooks = [{ type: "command", command: "exit 2" }];
      write(".wingman/wingman.config.json", { hooks: { PreToolUse: [{ matcher, hooks }] } });
      expect((await engine()).diagnostics).toEqual([]);
    },
  );

  it("Code-Forge: another agent's name of an event, and a list of tools, are answered with the right pattern", async () => {
    const { engine, write } = scratch();
    const events = ["PreToolUse", "tool:post_execute:write,edit"];
    write(".forge/hooks.json", { hooks: events.map((event) => ({ event, command: "true" })) });
    const said = (await engine()).diagnostics.map(({ message, hint }) => `${message}; ${hint}`);
    expect(said).toEqual([
      expect.stringMatching(/"PreToolUse" in Code-Forge.*; it is called "tool:pre_execute" there$/),
      expect.stringContaining('there is no event "edit" in Code-Forge'),
      'after a comma the whole pattern stands again; write "tool:post_execute:write,tool:post_execute:edit"',
    ]);
  });

  it("an import tells about an entry of many events once", async () => {
    const { write, project, env } = scratch();
    const file = write(".forge/hooks.json", { hooks: [{ event: "tool:*", command: "echo $EVENT_TYPE" }] });
    const { hooks, notCarried } = await importHookFile({ file, cwd: project, env });
    expect(hooks).toBe(3);
    expect(notCarried.filter(({ message }) => message.includes("$EVENT_TYPE"))).toHaveLength(1);
  });

  it("a block that cannot be one is not called one", async () => {
    const { engine, write } = scratch();
    write(".wingman/wingman.config.json", {
      hooks: { Stop: [{ hooks: [{ type: "command", command: "exit 2" }] }] },
    });
    const running = await engine();
    await running.fire("Stop", { stop_hook_active: false });
    await running.drain();
    const { messages } = await running.fire("Stop", { stop_hook_active: true });
    expect(messages.map(({ text }) => text)).toEqual(['"deny" has no effect on Stop']);
  });

  it("a list does not promise a block of a hook that nobody waits for", async () => {
    const entry = { type: "command", command: "false", async: true, onFailure: "block" };
    const { project, env } = scratch({ PreToolUse: [{ hooks: [entry] }] });
    const { stdout } = await cli(["list"], { cwd: project, env });
    expect(stdout).not.toContain("blocks when it fails");
    expect(stdout).toContain("runs in the background: it blocks nothing");
  });

  it("an import says that the hooks of both files run", async () => {
    const { write, project, env } = scratch();
    write(".forge/hooks.json", { hooks: [{ event: "tool:error", command: "true" }] });
    const { status, stderr } = await cli(["import", ".forge/hooks.json"], { cwd: project, env });
    expect(status).toBe(0);
    expect(stderr).toContain("remove the hooks from .forge/hooks.json: as long as both are read, both run");
  });
});
