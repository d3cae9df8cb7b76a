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
