import { describe, expect, it } from "vitest";
import { compileRule, type JsonObject, type RuleOptions } from "../../src/index.ts";

const place: RuleOptions = { projectDir: "/srv/project", home: "/home/me" };
const ask = (rule: string, tool_name: string, tool_input: JsonObject, strictness: "any" | "every") =>
  compileRule(rule, place).holds({ tool_name, tool_input, cwd: "/srv/project" }, strictness);
const opens = (rule: string, command: string) => ask(rule, "command_execute", { command }, "every");
const refuses = (rule: string, command: string) => ask(rule, "command_execute", { command }, "any");

describe("a rule that opens", () => {
  it.each([
    ["Bash(git *)", "git status"],
    ["Bash(git *)", "git"],
    ["Bash(git:*)", "git log --oneline -n 3"],
    ["Bash(git *)", "git commit -m 'a; rm -rf ~ $(x)'"],
    ["Bash(git commit *)", 'git commit -m "two words"'],
    ["Bash(git *)", "git status && git diff | git apply --check; git log\ngit show"],
    ["Bash(git *)", "git status 2>&1"],
    ["Bash(git *)", "git status > /dev/null 2> /dev/null"],
    ["Bash(git *)", "git log &"],
    ["Bash(git *)", "timeout 5 git status"],
    ["Bash(git *)", "nohup nice git status"],
    ["Bash(git *)", "git add *.ts"],
    ["Bash(git status)", "git 'status'"],
    ['Bash(make "all")', 'make "all"'],
    ["Bash(* --version)", "node --version"],
    ["Bash(rm *.log)", "rm *.log"],
    ["Bash", "anything $(at all) > here"],
    ["Bash(*)", "anything $(at all) > here"],
    ["command_execute(git *)", "git status"],
  ])("%s holds for %j", (rule, command) => {
    expect(opens(rule, command)).toBe(true);
  });

  it.each([
    ["another command", "git status; rm -rf ~"],
    ["a command on the next line", "git status\nrm -rf ~"],
    ["a command beside it", "git status & rm -rf ~"],
    ["a command after a failure", "git status || rm -rf ~"],
    ["a pipe", "git log | sh"],
    ["a pipe of all output", "git log |& sh"],
    ["a substitution", "git status $(rm x)"],
    ["a substitution in quotes", 'git status "$(rm x)"'],
    ["backticks", "git status `rm x`"],
    ["a process substitution", "git diff <(rm x)"],
    ["a variable", "git $WHAT"],
    ["a variable in braces", "git ${WHAT:=$(rm x)}"],
    ["arithmetic", "git log -$((a[$(rm x)]))"],
    ["an arithmetic command", "git status; (( a[$(rm x)] ))"],
    ["a test", "git status; [[ -v a[$(rm x)] ]]"],
    ["a brace list", "git {status,log}"],
    ["a file that is written", "git status > ~/.bashrc"],
    ["a file that grows", "git log >> notes"],
    ["a file that is written in any case", "git log >| notes"],
    ["errors to a file", "git log 2> notes"],
    ["all to a file", "git log &> notes"],
    ["all to a file, the other way", "git log >& notes"],
    ["a file that is read", "git apply < patch"],
    ["a here-document", "git apply <<E\nx\nE"],
    ["a here-string", "git apply <<< x"],
    ["a file that is opened both ways", "git log <> notes"],
    ["a descriptor of the shell", "exec 3> notes; git log"],
    ["a variable before it", "GIT_SSH_COMMAND='rm x' git fetch"],
    ["a variable alone", "PATH=/tmp; git status"],
    ["env", "env PAGER=x git log"],
    ["sudo", "sudo git status"],
    ["xargs", "git ls-files | xargs rm"],
    ["xargs with the program itself", "echo --upload-pack=x | xargs git fetch"],
    ["a shell", "sh -c 'git status'"],
    ["eval", "eval git status"],
    ["a program of the same name elsewhere", "./git status"],
    ["a program of the same name by its path", "/tmp/git status"],
    ["a function", "git() { rm x; }; git status"],
    ["a function that looks harmless", "git() { git status; }"],
    ["an alias", "alias git=rm; git status"],
    ["a group", "{ git status; }"],
    ["a subshell", "(git status)"],
    ["a loop", "while git status; do git log; done"],
    ["a condition", "if git status; then git log; fi"],
    ["a coprocess", "coproc git status"],
    ["a program that is a pattern", "g?t status"],
    ["options of a wrapper", "timeout -s KILL 5 git status"],
    ["a wrapper that writes", "time -o ~/.bashrc git status"],
    ["a text that is no shell", "git 'status"],
    ["nothing", ""],
    ["a comment alone", "# git status"],
    ["a carriage return", "git status\rrm x"],
    ["a zero", "git status\0; rm x"],
    ["a blank of another kind", "git\u00a0status"],
    ["a sign that turns the line", "git status \u202e"],
    ["a backslash at its end", "git status \\"],
    ["ANSI quotes", "git $'status'"],
    ["locale quotes", 'git $"status"'],
    ["a word that holds a blank", '"git status" x'],
  ])("does not hold with %s", (_, command) => {
    expect(opens("Bash(git *)", command)).toBe(false);
  });

  it.each([
    ["Bash(git status)", "git status -s"],
    ["Bash(git push origin *)", "git 'push origin' x"],
    ["Bash(git * main)", "git 'x main'"],
    ["Bash(rm a.log)", "rm *.log"],
    ["Bash(git checkout \\*)", "git checkout *"],
    ["PowerShell(git *)", "git status"],
    ["Bash(git status) and Bash(git log)", "git status"],
    ["Read", "git status"],
  ])("%s does not hold for %j", (rule, command) => {
    expect(opens(rule, command)).toBe(false);
    expect(ask(rule, "PowerShell", { command }, "every")).toBe(false);
  });

  it("says of each part whether it fits, so that several rules may open one line", () => {
    const parts = (rule: string, command: string) =>
      compileRule(rule, place).parts({ tool_name: "Bash", tool_input: { command }, cwd: "/" });
    expect(parts("Bash(npm test)", "cd x && npm test")).toEqual([false, true]);
    expect(parts("Bash(cd *)", "cd x && npm test")).toEqual([true, false]);
    expect(parts("Bash(cd *)", "cd $x")).toBeNull();
    expect(parts("Write", "cd x")).toEqual([false]);
  });

  it("holds for a path, a host and an agent, if the input has one", () => {
    expect(ask("Edit(src/**)", "edit_file", { file_path: "src/a.ts" }, "every")).toBe(true);
    expect(ask("Edit(src/**)", "edit_file", { file_path: "src/../a.ts" }, "every")).toBe(false);
    expect(ask("Edit(src/**)", "edit_file", {}, "every")).toBe(false);
    expect(ask("Bash(git *)", "Bash", {}, "every")).toBe(false);
    expect(ask("WebFetch(domain:a.org)", "WebFetch", { url: "https://a.org/x" }, "every")).toBe(true);
    expect(ask("WebFetch(domain:a.org)", "WebFetch", { url: "https://a.org@b.org" }, "every")).toBe(false);
    expect(ask("WebFetch(domain:a.org)", "WebFetch", { url: "::" }, "every")).toBe(false);
    expect(ask("Agent(reader)", "task", { subagent_type: "reader" }, "every")).toBe(true);
    expect(ask("mcp__files", "mcp__files__read", {}, "every")).toBe(true);
    expect(ask("mcp__files__read", "mcp__files__write", {}, "every")).toBe(false);
    expect(ask("mcp__file", "mcp__files__read", {}, "every")).toBe(false);
  });
});

describe("a rule that refuses", () => {
  it.each([
    ["Bash(rm *)", "git status; rm -rf ~"],
    ["Bash(rm *)", "git status $(rm x)"],
    ["Bash(rm *)", "timeout -s KILL 5 rm x"],
    ["Bash(rm *)", "git 'status"],
    ["Bash(git push *)", "git $WHAT"],
    ["Bash", "anything"],
    ["Bash(rm *)", "/bin/rm x"],
    ["Bash(rm *)", "sudo -u root rm x"],
    ["Bash(rm *)", "env -i A=b rm x"],
    ["Bash(rm *)", "find . -exec rm {} \\;"],
    ["Bash(rm *)", "ls | xargs -I{} rm {}"],
    ["Bash(rm *)", "bash -c 'ls; rm x'"],
    ["Bash(rm *)", "sudo sh -c 'timeout 5 /bin/rm x'"],
    ["Bash(rm *)", "sh -c \"sh -c 'rm x'\""],
    ["Bash(rm *)", "eval rm x"],
    ["Bash(rm *)", "eval 'ls; rm x'"],
    ["Bash(rm *)", "echo 'rm x' | sh"],
    ["Bash(rm *)", "sh <<E\nrm x\nE"],
    ["Bash(rm *)", "bash <<< 'rm x'"],
    ["Bash(git push *)", "env git push origin"],
  ])("%s holds for %j", (rule, command) => {
    expect(refuses(rule, command)).toBe(true);
  });

  it.each([
    ["Bash(rm *)", "echo rm x"],
    ["Bash(rm *)", "git commit -m 'rm x'"],
    ["Bash(rm *)", "sudo ls"],
    ["Bash(rm *)", "sh -c 'ls'"],
    ["Bash(rm *)", "grep 'rm x' a | sort"],
    ["Bash(git push *)", "git status"],
  ])("%s does not hold for %j", (rule, command) => {
    expect(refuses(rule, command)).toBe(false);
  });

  it("reads a long line quickly", () => {
    const start = performance.now();
    // Too much to be read to its end: that cannot be known.
    expect(refuses("Bash(rm *)", `${"sudo ".repeat(5_000)} ls`)).toBe(true);
    expect(refuses("Bash(rm *)", "sh -c 'sudo env a b c';".repeat(2_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("holds when the input lacks what it is about", () => {
    expect(ask("Read(.env)", "read_file", {}, "any")).toBe(true);
    expect(ask("Read(.env)", "read_file", { file_path: "a" }, "any")).toBe(false);
  });

  it.each([
    ["Bash(a) or Bash(b)", "Write", true],
    ["mcp__files(x)", "mcp__files__read", true],
    ["mcp__files(x)", "Write", false],
    ["TodoWrite(x)", "TodoWrite", true],
    ["Read(!x)", "Read", true],
    ["Read(!x)", "Write", false],
    ["", "Write", true],
  ])(
    "%s, which cannot be understood, holds for the tools it may be about (%s: %j), and never opens",
    (rule, tool, held) => {
      expect(compileRule(rule, place).problem).toContain("cannot be understood");
      expect(ask(rule, tool, { file_path: "a" }, "any")).toBe(held);
      expect(ask(rule, tool, { file_path: "a" }, "every")).toBe(false);
    },
  );
});

it("knows the host's own tools", () => {
  const tools = [{ name: "Deploy", kind: "shell", aliases: ["ship"], command: ["line"] }] as const;
  const rule = compileRule("Bash(a *)", { ...place, tools });
  const call = (line: string) => ({ tool_name: "ship", tool_input: { line }, cwd: "/" });
  expect(rule.problem).toBeNull();
  expect(rule.holds(call("a b"), "every")).toBe(true);
  expect(rule.holds(call("b"), "every")).toBe(false);
  expect(rule.holds(call("b; a b"), "any")).toBe(true);
});

it("starts at the folder of the file that it is written in", () => {
  const rule = compileRule("Edit(/a)", { ...place, sourceDir: "/home/me/.config/hookline" });
  const call = (file_path: string) => ({ tool_name: "Edit", tool_input: { file_path }, cwd: "/" });
  expect(rule.holds(call("/home/me/.config/hookline/a"), "every")).toBe(true);
  expect(rule.holds(call("/srv/project/a"), "every")).toBe(false);
});
