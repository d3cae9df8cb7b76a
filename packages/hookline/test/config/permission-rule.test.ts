import { describe, expect, it } from "vitest";
import { compileIf } from "../../src/config/matching/permission-rule.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { exampleEvent, toolEvent, tools } from "./tool-event.ts";

const place = {
  projectDir: "/srv/project",
  home: "/home/me",
  sourceDir: "/srv/project/.hookline",
};
const judge = (rule: string, tool: string, input: JsonObject, where = place) => {
  const { condition, problem } = compileIf(rule, where, tools);
  expect(problem).toBeNull();
  return condition.test(toolEvent(tool, input));
};
const shell = (rule: string, command: string) => judge(rule, "Bash", { command });

describe("a rule for commands", () => {
  it.each([
    ["Bash", "anything", true],
    ["Bash()", "anything", true],
    ["Bash(*)", "anything", true],
    ["Bash(git status)", "git status", true],
    ["Bash(git status)", "git status -s", false],
    ["Bash(git status)", "git  'status'", true],
    ["Bash(ls *)", "ls", true],
    ["Bash(ls *)", "ls -la", true],
    ["Bash(ls *)", "lsof", false],
    ["Bash(ls:*)", "lsof", false],
    ["Bash(ls:*)", "ls -la", true],
    ["Bash(ls*)", "lsof", true],
    ["Bash(npm run test:*)", "npm run test", true],
    ["Bash(npm run test:*)", "npm run tests", false],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(git * main)", "git status; echo main", false],
    ["Bash(* --force)", "git push --force", true],
    ["Bash(* --force)", "git push --forced", false],
    ["Bash(find . -name \\*.ts)", "find . -name \\*.ts", true],
    ["Bash(find . -name \\*.ts)", "find . -name x.ts", false],
    ["Bash(git push *)", "git push > log", true],
    ["Bash(git push *)", "git commit -m 'git push'", false],
    ["Bash(echo \\(*)", "echo \\(x", true],
  ])("%s on %j is %j", (rule, command, expected) => {
    expect(shell(rule, command)).toEqual({ holds: expected });
  });

  it.each([
    ...[
      "npm test && git push",
      "a || git push",
      "a; git push x",
      "a | git push",
      "a |& git push",
      "a & git push",
      "a\ngit push",
    ],
    ...[
      "FOO=1 BAR='x y' git push",
      "(git push)",
      "{ git push; }",
      "if a; then git push; fi",
      "f() { git push; }",
    ],
    ...[
      "timeout 5 git push",
      "time git push",
      "nohup nice -n 5 git push",
      "a | xargs git push",
      "command git push",
    ],
    ...["diff <(git push) x", "g\\it pu'sh'", "git \\\n push", "git {push,origin}"],
  ])("finds git push in %j", (command) => {
    expect(shell("Bash(git push *)", command)).toEqual({ holds: true });
  });

  it.each([
    "echo $(git push)",
    "echo `git push`",
    'echo "$(git push)"',
    "cat <<E\n$(git push)\nE",
    "x=$(git push)",
  ])("looks into %j, also when it asks for the name alone", (command) => {
    expect(shell("Bash(git *)", command)).toEqual({ holds: true });
    expect(shell("Bash(rm *)", command)).toEqual({ holds: false });
  });

  it.each(["echo $HOME", "ls $(pwd)", "ls `pwd`", "cat <<E\n$x\nE"])(
    "that says more than the name holds for %j, because anything may be filled in",
    (command) => {
      expect(shell("Bash(git push *)", command)).toEqual({ holds: true });
      expect(shell("Bash(git *)", command)).toEqual({ holds: false });
      expect(shell("Bash(git:*)", command)).toEqual({ holds: false });
      expect(shell("Bash(git)", command)).toEqual({ holds: false });
    },
  );

  it.each(["echo '$HOME'", "mkdir {a,b}", "ls *.txt"])("is sure about %j", (command) => {
    expect(shell("Bash(git push *)", command)).toEqual({ holds: false });
  });

  it.each(["$CMD x", "$(which git) push", "{git,push}", "/usr/bin/gi? push", "timeout 5 $CMD"])(
    "holds for %j, because the program is not known",
    (command) => expect(shell("Bash(git *)", command)).toEqual({ holds: true }),
  );

  it.each(["echo 'unclosed", "((", `${"$(".repeat(1_000)}`, "a ".repeat(200_000)])(
    "holds for a command that cannot be read, and says so",
    (command) => {
      const answer = shell("Bash(git *)", command);
      expect(answer.holds).toBe(true);
      expect(answer.problem).toContain("could not be read");
    },
  );

  it("that names several commands is compared with all of them", () => {
    expect(shell("Bash(git add . && git commit *)", "git add . && git commit -m x")).toEqual({ holds: true });
    expect(shell("Bash(git add . && git commit *)", "git add .")).toEqual({ holds: false });
  });

  it("is for every shell, whatever an agent calls it", () => {
    for (const name of ["Bash", "run_shell_command", "execute", "PowerShell", "Monitor"]) {
      expect(judge("Bash(git *)", name, { command: "git push" })).toEqual({ holds: true });
    }
    expect(judge("Bash(git *)", "exec_command", { cmd: "git push" })).toEqual({ holds: true });
    expect(judge("Bash", "Write", { file_path: "a" })).toEqual({ holds: false });
  });

  it("of PowerShell is for that shell alone, and does not heed case", () => {
    expect(judge("PowerShell(remove-item *)", "PowerShell", { command: "Remove-Item x" })).toEqual({
      holds: true,
    });
    expect(judge("PowerShell(Remove-Item *)", "Bash", { command: "Remove-Item x" })).toEqual({
      holds: false,
    });
    expect(judge("Bash(GIT *)", "Bash", { command: "git push" })).toEqual({ holds: false });
  });

  it("holds when there is no command, and says so", () => {
    expect(judge("Bash(git *)", "Bash", {})).toEqual({
      holds: true,
      problem: expect.stringContaining("no command"),
    });
  });

  it("reads 100 KB quickly", () => {
    const start = performance.now();
    expect(shell("Bash(git push *)", "echo hi;".repeat(12_500))).toEqual({ holds: false });
    expect(shell("Bash(git push *)", `${"echo hi;".repeat(12_500)}git push`)).toEqual({ holds: true });
    expect(performance.now() - start).toBeLessThan(6_000);
  });
});

describe("a rule for paths", () => {
  it.each([
    ["Edit(*.ts)", "/srv/project/packages/a/b.ts", true],
    ["Edit(*.ts)", "a/b.ts", true],
    ["Edit(*.ts)", "./a/../b.ts", true],
    ["Edit(*.ts)", "/srv/project/b.ts", false],
    ["Edit(*.ts)", "../b.ts", false],
    ["Edit(*.ts)", "b.tsx", false],
    ["Edit(src/**)", "src/a/b", true],
    ["Edit(src/**)", "src/../src/a", true],
    ["Edit(src/**)", "src/../other", false],
    ["Edit(src/**)", "lib/src/a", false],
    ["Edit(./src/**)", "src/a", true],
    ["Edit(**/src/**)", "lib/src/a", true],
    ["Edit(src)", "src/a", true],
    ["Edit(.env)", "deep/down/.env", true],
    ["Edit(.env)", ".ENV", process.platform === "darwin"],
    ["Edit(/docs/*.md)", "/srv/project/docs/a.md", true],
    ["Edit(/docs/*.md)", "../docs/a.md", true],
    ["Edit(/docs/*.md)", "docs/a.md", false],
    ["Edit(//etc/**)", "/etc/passwd", true],
    ["Edit(//etc/**)", "../../../etc/passwd", true],
    ["Edit(//etc/**)", "etc/passwd", false],
    ["Edit(~/.ssh/**)", "/home/me/.ssh/id", true],
    ["Edit(~/.ssh/**)", "~/.ssh/id", true],
    ["Edit(~/.ssh/**)", "/home/you/.ssh/id", false],
    ["Edit(#x#)", "#x#", true],
    ["Edit(a b.txt)", "a b.txt", true],
    ["Edit(..)", "..", false],
    ["Edit(*)", ".", false],
  ])("%s on %j is %j", (rule, file_path, expected) => {
    expect(judge(rule, "Edit", { file_path })).toEqual({ holds: expected });
  });

  it("starts at the folder of its file when that is outside the project", () => {
    const user = { ...place, sourceDir: "/home/me/.config/hookline" };
    expect(judge("Edit(/a)", "Edit", { file_path: "/home/me/.config/hookline/a" }, user)).toEqual({
      holds: true,
    });
    expect(judge("Edit(/a)", "Edit", { file_path: "/srv/project/a" }, user)).toEqual({ holds: false });
  });

  it("is for the tools of the same kind, whatever an agent calls them", () => {
    const input = { file_path: "a.ts" };
    for (const name of ["Edit", "replace", "MultiEdit"])
      expect(judge("Edit(*.ts)", name, input)).toEqual({ holds: true });
    expect(judge("Edit(*.ipynb)", "NotebookEdit", { notebook_path: "a.ipynb" })).toEqual({ holds: true });
    expect(judge("Write(*.ts)", "write_file", input)).toEqual({ holds: true });
    expect(judge("Read(*.ts)", "Read", input)).toEqual({ holds: true });
    expect(judge("Edit(*.ts)", "Write", input)).toEqual({ holds: false });
    expect(judge("Read(*.ts)", "Edit", input)).toEqual({ holds: false });
  });

  it("for notebooks is for nothing else", () => {
    expect(judge("NotebookEdit(*.ipynb)", "NotebookEdit", { notebook_path: "a.ipynb" })).toEqual({
      holds: true,
    });
    expect(judge("NotebookEdit", "Edit", { file_path: "a" })).toEqual({ holds: false });
  });

  it("is for folders that are searched", () => {
    expect(judge("Grep(src)", "Grep", { pattern: "x", path: "src/a" })).toEqual({ holds: true });
    expect(judge("Grep(src)", "Grep", { pattern: "x" })).toEqual({ holds: false });
  });

  it("holds when there is no path, and says so", () => {
    expect(judge("Edit(*.ts)", "Edit", {})).toEqual({
      holds: true,
      problem: expect.stringContaining("no path"),
    });
  });

  it.each(["**/a/**/b", "/**/a/**/b/**/c/**", `/${"**/a/".repeat(12)}b`])(
    "%s is judged in bounded time on a hostile path",
    (pattern) => {
      const start = performance.now();
      expect(judge(`Edit(${pattern})`, "Edit", { file_path: `${"a/".repeat(2_000)}c` })).toEqual({
        holds: true,
        problem: expect.stringContaining("50 ms"),
      });
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );
});

describe("a rule for the web", () => {
  it.each([
    ["WebFetch(domain:example.com)", "https://example.com/a", true],
    ["WebFetch(domain:example.com)", "https://EXAMPLE.com.:8443/a", true],
    ["WebFetch(domain:example.com)", "example.com/a", true],
    ["WebFetch(domain:example.com)", "https://sub.example.com", false],
    ["WebFetch(domain:*.example.com)", "https://sub.example.com", true],
    ["WebFetch(domain:example.com)", "https://example.com@evil.com", false],
    ["WebFetch(domain:example.com)", "https://evil.com/?example.com", false],
    ["WebFetch", "https://evil.com", true],
  ])("%s on %s is %j", (rule, url, expected) => {
    expect(judge(rule, "WebFetch", { url })).toEqual({ holds: expected });
  });

  it("is for fetching alone", () => {
    expect(judge("WebFetch", "web_fetch", { url: "https://a" })).toEqual({ holds: true });
    expect(judge("WebFetch", "WebSearch", { query: "a" })).toEqual({ holds: false });
    expect(judge("WebFetch(domain:a)", "WebFetch", { url: "http://" }).problem).toContain(
      "could not be read",
    );
  });
});

describe("a rule for other tools", () => {
  it.each([
    ["Agent", "Agent", { subagent_type: "Explore" }, true],
    ["Agent(Explore)", "Agent", { subagent_type: "Explore" }, true],
    ["Agent(Explore)", "Agent", { subagent_type: "Plan" }, false],
    ["Task(Explore)", "Agent", { subagent_type: "Explore" }, true],
    ["Agent(general-purpose)", "Agent", {}, true],
    ["Agent", "TodoWrite", {}, false],
    ["mcp__memory", "mcp__memory__add", {}, true],
    ["mcp__memory", "mcp__memory2__add", {}, false],
    ["mcp__memory__*", "mcp__memory__add", {}, true],
    ["mcp__memory__add", "mcp__memory__add", {}, true],
    ["mcp__memory__add", "mcp__memory__remove", {}, false],
    ["mcp__*__remove", "mcp__memory__remove", {}, true],
    ["my_tool", "my_tool", {}, true],
    ["my_tool", "my_tools", {}, false],
    [" Write ", "Write", { file_path: "a" }, true],
  ])("%s on %s %j is %j", (rule, tool, input, expected) => {
    expect(judge(rule, tool, input)).toEqual({ holds: expected });
  });

  it("never holds on an event without a tool", () => {
    for (const rule of ["Bash", "Bash(git *)", "no rule at all"]) {
      expect(compileIf(rule, place, tools).condition.test(exampleEvent("Stop", {}))).toEqual({
        holds: false,
      });
    }
  });

  it.each([
    ["", "Bash", true],
    ["Bash(git", "Bash", true],
    ["Bash || Read", "Read", true],
    ["Bash, Read", "Read", true],
    ["Bash(git *)|Bash(npm *)", "Bash", true],
    ["Bash(git *), Read(x)", "Write", true],
    ["*", "Write", true],
    ["mcp__memory(add)", "mcp__memory__add", true],
    ["mcp__memory(add)", "Bash", false],
    ["Edit(!a)", "Edit", true],
    ["Edit(!a)", "Bash", false],
    ["WebFetch(https://a)", "WebFetch", true],
    ["my_tool(x)", "my_tool", true],
    ["my_tool(x)", "Bash", false],
  ])("%j cannot be understood, and holds for %s: %j", (rule, tool, expected) => {
    const { condition, problem } = compileIf(rule, place, tools);
    expect(problem).toContain("cannot be understood");
    expect(problem).toContain("; write ");
    const answer = condition.test(toolEvent(tool, { command: "git push", file_path: "a", url: "https://b" }));
    expect(answer.holds).toBe(expected);
    expect(answer.problem === undefined).toBe(!expected);
  });
});
