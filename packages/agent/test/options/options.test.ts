import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type AgentOptions, readOptions } from "../../src/options.ts";
import { permissionModes } from "../../src/session/facts.ts";
import { bin } from "../run-agent.ts";

function read(...argv: string[]): AgentOptions {
  const options = readOptions(argv, "9.9.9");
  if (typeof options === "number") throw new Error(`exit status ${options}`);
  return options;
}

/** The command line by itself: nothing is loaded, no session begins. */
function run(...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], {
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", HOME: "/nowhere", XDG_STATE_HOME: "/nowhere/state" },
  });
  return { status, stdout, stderr };
}

describe("the command line", () => {
  it("means nothing special when it is empty", () => {
    expect(read()).toEqual({
      prompt: undefined,
      print: false,
      cwd: ".",
      model: undefined,
      script: undefined,
      agent: undefined,
      permissionMode: undefined,
      allow: [],
      deny: [],
      resume: undefined,
      forkSession: false,
      sessions: false,
      outputFormat: "text",
      verbose: false,
      mcpConfig: [],
      addDir: [],
      worktree: undefined,
      setup: null,
      initOnly: false,
      trust: false,
      dialect: [],
    });
  });

  it("takes a whole number of turns, 1 or more", () => {
    expect(read("-p", "go", "--max-turns", "12").maxTurns).toBe(12);
    for (const wrong of ["0", "-1", "1.5", "x", "", "1e3"]) {
      const { status, stderr } = run("-p", "go", `--max-turns=${wrong}`);
      expect([status, stderr]).toEqual([1, expect.stringContaining("a whole number, 1 or more")]);
    }
  });

  it("is read option by option", () => {
    const lists = ["--allow", "Read", "--allow", "Bash(ls)", "--deny", "Write", "--mcp-config", "a.json"];
    const rest = ["--add-dir", "x", "--add-dir", "y", "--dialect", "native", "--worktree", "w", "--trust"];
    expect(read("-p", "go", "--cwd", "/x", "--model", "openai:m", ...lists, ...rest)).toMatchObject({
      prompt: "go",
      print: true,
      cwd: "/x",
      model: "openai:m",
      allow: ["Read", "Bash(ls)"],
      deny: ["Write"],
      mcpConfig: ["a.json"],
      addDir: ["x", "y"],
      dialect: ["native"],
      worktree: "w",
      trust: true,
    });
    expect(read("-p", "--output-format", "stream-json", "--script", "s", "--verbose")).toMatchObject({
      outputFormat: "stream-json",
      script: "s",
      verbose: true,
    });
  });

  it("names the last session in three ways, and any by its id", () => {
    expect(read("-c").resume).toBe(true);
    expect(read("--resume").resume).toBe(true);
    expect(read("-c", "-r").resume).toBe(true);
    expect(read("--resume", "abc", "--fork-session")).toMatchObject({ resume: "abc", forkSession: true });
  });

  it("knows every mode and every kind of setup", () => {
    for (const mode of permissionModes) expect(read("--permission-mode", mode).permissionMode).toBe(mode);
    expect(read("--init")).toMatchObject({ setup: "init", initOnly: false });
    expect(read("--init-only")).toMatchObject({ setup: "init", initOnly: true });
    expect(read("--maintenance")).toMatchObject({ setup: "maintenance", initOnly: false });
  });

  it.each([
    [["--bogus"], "unknown option '--bogus'"],
    [["--modle", "x"], "unknown option '--modle' (Did you mean --model?)"],
    [["--model"], "option '--model <name>' argument missing"],
    [
      ["--permission-mode", "yolo"],
      "is invalid. Allowed choices are default, plan, acceptEdits, bypassPermissions",
    ],
    [["-p", "go", "--output-format", "xml"], "Allowed choices are text, json, stream-json"],
    [["--output-format", "json"], "--output-format json goes with -p"],
    [["one", "two"], "too many arguments. Expected 1 argument but got 2"],
    [["--fork-session"], "--fork-session goes with --resume or --continue"],
    [["-c", "-r", "abc"], "--continue and --resume abc may mean two sessions"],
    [["--init", "--maintenance"], "--init and --maintenance cannot be used together"],
    [["--dialect", " "], "a dialect has a name"],
  ])("%j is one line on stderr and exit 1", (argv, line) => {
    const { status, stdout, stderr } = run(...argv);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^hookline-agent: [^\n]+; see hookline-agent --help\n$/);
    expect(stderr).toContain(line);
  });

  it("says its version and, with --help, every option and the exit statuses", () => {
    expect(run("--version")).toEqual({ status: 0, stdout: "0.1.0\n", stderr: "" });
    const { status, stdout, stderr } = run("--help");
    expect([status, stderr]).toEqual([0, ""]);
    const names = Object.keys(read()).filter((name) => !["prompt", "setup"].includes(name));
    const options = names.map(
      (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
    for (const option of [...options, "--continue", "--init", "--maintenance", "--version"])
      expect(stdout).toMatch(new RegExp(`^ +(-\\w, )?${option}[ \\n]`, "m"));
    expect(stdout).toContain("Exit status: 0");
  });
});
