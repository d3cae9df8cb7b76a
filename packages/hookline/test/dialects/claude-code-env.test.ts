import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision, Engine } from "../../src/index.ts";
import { aWrite } from "../engine/scratch.ts";
import { claudeProject } from "./claude-code-project.ts";

const exporting = (line: string) => ({
  hooks: [{ type: "command", command: `echo 'export ${line}' >> "$CLAUDE_ENV_FILE"` }],
});
const hooks = {
  SessionStart: [exporting("A=start")],
  CwdChanged: [exporting("B=cwd")],
  FileChanged: [exporting("C=file")],
  PreToolUse: [{ hooks: [{ type: "command", command: 'printf %s "[$CLAUDE_ENV_FILE]" > seen' }] }],
};
const moved = { session_id: "s-1", old_cwd: "/a", new_cwd: "/b" };
const changed = { session_id: "s-1", file_path: "/a/b", event: "change" };

/** What the agent's later commands would be given. */
function exportsOf({ effects }: Decision): string[] {
  const files = Array.isArray(effects.envFiles) ? effects.envFiles.map(String) : [];
  return files.flatMap((path) => readFileSync(path, "utf8").trim().split("\n"));
}

describe("CLAUDE_ENV_FILE", () => {
  const begin = (engine: Engine) => engine.fire("SessionStart", { session_id: "s-1", source: "startup" });

  it("takes what hooks leave for later commands, for its owner alone, and the decision names it", async () => {
    const { team, home, write, start } = claudeProject();
    write(team, { hooks });
    const engine = await start();
    const decision = await begin(engine);
    expect(exportsOf(decision)).toEqual(["export A=start"]);
    const [path = ""] = Array.isArray(decision.effects.envFiles) ? decision.effects.envFiles.map(String) : [];
    expect(path.startsWith(join(home, ".local/state/hookline/sessions/"))).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
  });

  it("keeps what a session began with, and drops the rest when the folder changes", async () => {
    const { team, write, start } = claudeProject();
    write(team, { hooks });
    const engine = await start();
    await begin(engine);
    expect(exportsOf(await engine.fire("FileChanged", changed))).toEqual(["export A=start", "export C=file"]);
    expect(exportsOf(await engine.fire("CwdChanged", moved))).toEqual(["export A=start", "export B=cwd"]);
    // Another process of the session, and another session.
    const other = await start();
    expect(exportsOf(await other.fire("CwdChanged", moved))).toEqual(["export A=start", "export B=cwd"]);
    expect(exportsOf(await other.fire("CwdChanged", { ...moved, session_id: "s-2" }))).toEqual([
      "export B=cwd",
    ]);
  });

  it("is emptied by a change of folder that no hook is for", async () => {
    const { team, write, start } = claudeProject();
    write(team, { hooks: { FileChanged: hooks.FileChanged } });
    const engine = await start();
    const decision = await engine.fire("FileChanged", changed);
    expect(exportsOf(decision)).toEqual(["export C=file"]);
    await engine.fire("CwdChanged", moved);
    expect(exportsOf(decision)).toEqual([""]);
  });

  it("is not there on other events, nor named where nothing was left", async () => {
    const { team, project, write, start } = claudeProject();
    write(team, {
      hooks: {
        PreToolUse: hooks.PreToolUse,
        SessionStart: [{ hooks: [{ type: "command", command: "true" }] }],
      },
    });
    const engine = await start();
    await engine.fire("PreToolUse", aWrite);
    expect(readFileSync(join(project, "seen"), "utf8")).toBe("[]");
    expect((await begin(engine)).effects).toEqual({});
  });

  it("is the agent's own, if it has one", async () => {
    const { team, project, env, write, start } = claudeProject();
    write(team, { hooks });
    const own = join(project, "own.sh");
    const engine = await start({ env: { ...env, CLAUDE_ENV_FILE: own } });
    expect((await begin(engine)).effects).toEqual({});
    expect(readFileSync(own, "utf8")).toBe("export A=start\n");
  });

  it("that cannot be made is told, and the hook runs without it", async () => {
    const { team, home, project, write, start } = claudeProject();
    write(team, { hooks: { SessionStart: hooks.PreToolUse } });
    const engine = await start();
    write(join(home, ".local/state/hookline/x"), "");
    writeFileSync(join(home, ".local/state/hookline/sessions"), "in the way");
    const { messages, runs } = await begin(engine);
    expect(runs).toMatchObject([{ status: "ok" }]);
    expect(messages.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^there is no CLAUDE_ENV_FILE: /),
    ]);
    expect(existsSync(join(project, "seen"))).toBe(true);
  });
});
