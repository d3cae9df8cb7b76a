import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "hookline";
import { describe, expect, it } from "vitest";
import { judgedCall } from "../../src/permission/call.ts";
import { alwaysRules } from "../../src/permission/suggest.ts";
import { readUpdate } from "../../src/permission/update.ts";
import { scratchGrounds, scratchPermission } from "./scratch-permission.ts";

const git = { toolName: "Bash", ruleContent: "git *" };

/** A session in which a PermissionRequest hook allows and changes what is permitted. */
async function updated(
  updatedPermissions: readonly Json[],
  given: Parameters<typeof scratchPermission>[0] = {},
) {
  const made = await scratchPermission(given);
  const decision = { behavior: "allow", updatedPermissions };
  const off = made.engine.on("PermissionRequest", () => ({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
  }));
  expect((await made.ask("command_execute", { command: "make" })).behavior).toBe("allow");
  off();
  const run = async (command: string) => (await made.ask("command_execute", { command })).behavior;
  const kept = (key = made.project): JsonObject =>
    JSON.parse(readFileSync(join(made.state, "agent/permissions.json"), "utf8")).projects[key];
  return { ...made, run, kept };
}

describe("updatedPermissions", () => {
  it("adds rules to the session", async () => {
    const { run, kept, permission } = await updated([
      { type: "addRules", rules: [git], behavior: "allow", destination: "session" },
    ]);
    expect(await run("git push")).toBe("allow");
    expect(await run("make")).toBe("deny");
    expect(permission.describe()).toContain("Bash(git *)  this session");
    expect(kept).toThrow("ENOENT");
  });

  it.each([
    ["localSettings", undefined],
    ["projectSettings", undefined],
    ["userSettings", "*"],
  ])("keeps rules for %s outside the project", async (destination, key) => {
    const { run, kept } = await updated([{ type: "addRules", rules: [git], behavior: "allow", destination }]);
    expect(await run("git push")).toBe("allow");
    expect(kept(key).allow).toEqual(["Bash(git *)"]);
  });

  it("replaces and removes rules, but none of a settings file", async () => {
    const folders = scratchGrounds();
    const add = {
      type: "addRules",
      rules: [git, { toolName: "Read" }],
      behavior: "allow",
      destination: "localSettings",
    };
    await updated([add], { folders });
    const replaced = await updated(
      [{ ...add, type: "replaceRules", rules: [{ toolName: "Bash", ruleContent: "npm *" }] }],
      { folders },
    );
    expect(await replaced.run("git push")).toBe("deny");
    expect(await replaced.run("npm test")).toBe("allow");
    expect(replaced.kept().allow).toEqual(["Bash(npm *)"]);
    const removed = await updated(
      [{ ...add, type: "removeRules", rules: [{ toolName: "Bash", ruleContent: "npm *" }] }],
      { folders },
    );
    expect(await removed.run("npm test")).toBe("deny");
    expect(removed.kept().allow).toEqual([]);
    const fixed = await updated(
      [{ type: "removeRules", rules: [git], behavior: "deny", destination: "session" }],
      { rules: { deny: ["Bash(git *)"] } },
    );
    expect(await fixed.run("git push")).toBe("deny");
    expect(fixed.notices).toEqual(["warn: Rules that are not kept there cannot be removed: Bash(git *)"]);
  });

  it("that denies the very call denies it", async () => {
    const made = await scratchPermission();
    const updates = [
      { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "deny", destination: "session" },
    ];
    const decision = { behavior: "allow", updatedPermissions: updates };
    made.engine.on("PermissionRequest", () => ({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
    }));
    expect((await made.ask("command_execute", { command: "make" })).behavior).toBe("deny");
  });

  it("sets the mode, but not to run everything unasked unless the session was started so", async () => {
    const plan = await updated([{ type: "setMode", mode: "plan", destination: "localSettings" }]);
    expect(plan.facts.mode).toBe("plan");
    expect(plan.kept().defaultMode).toBe("plan");
    const bypass = [{ type: "setMode", mode: "bypassPermissions", destination: "localSettings" }];
    const refused = await updated(bypass);
    expect(refused.facts.mode).toBe("default");
    expect(refused.notices).toEqual([expect.stringContaining("was not started so")]);
    const open = await updated(bypass, { mayBypass: true });
    expect(open.facts.mode).toBe("bypassPermissions");
    expect(open.kept).toThrow("ENOENT");
  });

  it("adds and removes folders", async () => {
    const { facts, root, ask, kept } = await updated([
      { type: "addDirectories", directories: ["../other", "~/x"], destination: "userSettings" },
      { type: "removeDirectories", directories: ["~/x"], destination: "session" },
    ]);
    expect(facts.directories).toEqual([join(root, "other")]);
    expect((await ask("read_file", { file_path: join(root, "other/a") })).behavior).toBe("allow");
    expect(kept("*").additionalDirectories).toEqual([join(root, "other"), join(root, "home/x")]);
  });

  it("says what it does not understand, and does the rest", async () => {
    const { notices, run } = await updated([
      5,
      { type: "other" },
      { type: "setMode", mode: "yolo" },
      { type: "addRules", rules: [{}], behavior: "allow" },
      { type: "addRules", rules: [git], behavior: "maybe" },
      { type: "addDirectories", directories: [] },
      { type: "addRules", rules: [git], behavior: "allow", destination: "moon" },
      { type: "addRules", rules: [{ toolName: "Read", ruleContent: "!x" }], behavior: "allow" },
      { type: "addRules", rules: [git], behavior: "allow" },
    ]);
    expect(notices).toHaveLength(8);
    expect(await run("git push")).toBe("allow");
  });

  it("knows Claude Code's other word for the default mode", () => {
    expect(readUpdate({ type: "setMode", mode: "manual" })).toEqual({
      type: "setMode",
      mode: "default",
      destination: "session",
    });
  });
});

describe("what always would mean", () => {
  const of = (name: string, input: JsonObject) => {
    const { grounds } = scratchGrounds();
    return alwaysRules(judgedCall({ name, input }, grounds), grounds);
  };

  it.each([
    ["npm test -- --run", ["Bash(npm test -- --run)"]],
    ["npm run build:all -- x", ["Bash(npm run build:all -- x)"]],
    ["npm exec evil", ["Bash(npm exec evil)"]],
    ...[
      "npm install left-pad",
      "npm install --script-shell=./x",
      "npm test",
      "npx tsc",
      "yarn test",
      "pnpm run build",
      "bun test",
      "make all",
      "make -f evil.mk",
      "go test -exec ./x",
      "cargo test --config x.toml",
      "pip install x",
      "git status -s",
      "git commit -m x",
      "cat a",
    ].map((command): [string, string[]] => [command, [`Bash(${command})`]]),
    ["ls -la /etc", ["Bash(ls:*)"]],
    ["stat a", ["Bash(stat:*)"]],
    ["git fetch origin", ["Bash(git fetch origin)"]],
    ["git -c core.pager=x log", ["Bash(git -c core.pager=x log)"]],
    ["rm -rf build", ["Bash(rm -rf build)"]],
    ["python x.py && npm test", ["Bash(python x.py)", "Bash(npm test)"]],
    ['git commit -m "a b"', ['Bash(git commit -m "a b")']],
    ["rm *", []],
    ["rm $X", []],
    ["echo a > b", []],
    ["a 'b'; c 'd'", []],
    ["", []],
  ])("for %j is %j", (command, rules) => {
    expect(of("command_execute", { command })).toEqual(rules);
  });

  it("is one file, one host, one tool", () => {
    expect(of("edit_file", { file_path: "src/a.ts" })).toEqual(["Edit(/src/a.ts)"]);
    expect(of("write_file", { file_path: "we[i]rd *name.ts" })).toEqual(["Write(/we\\[i\\]rd \\*name.ts)"]);
    expect(of("read_file", { file_path: "/etc/hosts" })).toEqual(["Read(//etc/hosts)"]);
    expect(of("web_fetch", { url: "https://a.org/x" })).toEqual(["WebFetch(domain:a.org)"]);
    expect(of("mcp__files__read", {})).toEqual(["mcp__files__read"]);
    expect(of("edit_file", { file_path: ".git/config" })).toEqual([]);
    expect(of("edit_file", {})).toEqual([]);
    expect(of("edit_file", { file_path: "a\nb" })).toEqual([]);
  });
});

it("the page of permissions has the mode, the folders and every rule with its source", async () => {
  const { permission, project } = await scratchPermission({
    rules: { deny: ["Bash(rm *)", "Read"], ask: ["oops("] },
  });
  expect(permission.describe().split("\n")).toEqual([
    "Mode: default",
    "Folders:",
    `  ${project}`,
    "",
    "Never (deny)",
    "  Bash(rm *)  agent.json:1",
    "  Read        agent.json:1",
    "",
    "A person is asked (ask)",
    "  oops(  agent.json:1  (cannot be understood)",
    "",
    "Runs unasked (allow)",
    "  no rules",
  ]);
});
