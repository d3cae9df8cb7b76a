import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { bash, eventOf, judged } from "./judged.ts";

const allow = (given: JsonObject, event = bash("ls")) => {
  const rule = { id: "a", verdict: "allow", when: "true", reason: "fine", ...given };
  const { verdict, faults } = judged({ rules: [rule] }, event);
  expect(faults).toEqual([]);
  return verdict;
};

describe("an allow of programs", () => {
  const rules: JsonObject[] = [
    { each: "command", programs: ["ls"] },
    { programs: ["ls"] },
    { each: "command", when: 'command.program == "ls"' },
    { when: 'commands.all(c, c.program == "ls")' },
  ];

  it.each(["ls -l", "ls a; ls b", "\\ls", "ls 2>/dev/null", "ls >/dev/null 2>&1"])(
    "holds for %s",
    (command) => {
      for (const rule of rules) expect(allow(rule, bash(command)), JSON.stringify(rule)).toBe("allow");
    },
  );

  it.each([
    "/tmp/evil/ls",
    "./ls",
    "LD_PRELOAD=./x.so ls",
    "PATH=/tmp ls",
    "PATH=/tmp; ls",
    "ls > /etc/passwd",
    "ls >> ~/.bashrc",
    'ls > "$X"',
    "ls; $x",
    "ls | $x",
    "#",
    "",
  ])("does not hold for %s", (command) => {
    for (const rule of rules) expect(allow(rule, bash(command)), JSON.stringify(rule)).toBe("pass");
  });

  it("holds for a program by its path if the rule names the path, and then for no other", () => {
    const rule = { each: "command", programs: ["/usr/bin/ls", "cat"] };
    expect(allow(rule, bash("/usr/bin/ls; cat x"))).toBe("allow");
    expect(allow(rule, bash("ls"))).toBe("pass");
    expect(allow(rule, bash("/tmp/ls"))).toBe("pass");
  });

  it("holds for what the rule looks at itself", () => {
    const each = "command";
    const program = 'command.program == "make"';
    const env = `${program} && command.env.all(name, name == "CC")`;
    expect(allow({ each, when: env }, bash("CC=gcc make"))).toBe("allow");
    expect(allow({ each, when: env }, bash("LD_PRELOAD=x make"))).toBe("pass");
    const written = `${program} && command.paths.all(p, p.inProject)`;
    expect(allow({ each, when: written }, bash("make > out"))).toBe("allow");
    expect(allow({ each, when: written }, bash("make > /etc/x"))).toBe("pass");
    const called = 'command.called == "./gradlew"';
    expect(allow({ each, when: called }, bash("./gradlew build"))).toBe("allow");
  });
});

describe("an allow of paths or hosts", () => {
  const ofPaths: JsonObject[] = [
    { each: "path", when: "path.inProject" },
    { kinds: ["shell"], when: "paths.all(p, p.inProject)" },
  ];
  const ofHosts: JsonObject[] = [
    { each: "host", when: 'host.within("a.example.org")' },
    { kinds: ["shell"], when: 'hosts.all(h, h.within("a.example.org"))' },
  ];

  it("holds where every command touches such a thing, and nothing else is touched", () => {
    for (const rule of ofPaths) expect(allow(rule, bash("cat src/a > src/b"))).toBe("allow");
    for (const rule of ofHosts) expect(allow(rule, bash("curl https://a.example.org"))).toBe("allow");
    const both = "paths.all(p, p.inProject) && hosts.all(h, h.within('a.example.org'))";
    expect(allow({ when: both }, bash("curl -o x https://a.example.org"))).toBe("allow");
    const read = eventOf("PreToolUse", { tool_name: "Read", tool_input: { file_path: "src/a" } });
    for (const rule of ofPaths.slice(0, 1)) expect(allow(rule, read)).toBe("allow");
    expect(
      allow({ each: "path", when: "path.inProject", programs: ["cat", "sort"] }, bash("cat a | sort")),
    ).toBe("allow");
  });

  it.each([
    "cat src/a; reboot",
    "cat src/a; $x",
    "X=1 cat src/a",
    "/tmp/cat src/a",
    "curl -o src/a https://a.example.org",
  ])("of paths does not hold for %s", (command) => {
    for (const rule of ofPaths) expect(allow(rule, bash(command)), JSON.stringify(rule)).toBe("pass");
  });

  it.each([
    "curl https://a.example.org; rm -rf src",
    "curl https://a.example.org; reboot",
    "curl -o src/a https://a.example.org",
    "curl https://a.example.org > x",
  ])("of hosts does not hold for %s", (command) => {
    for (const rule of ofHosts) expect(allow(rule, bash(command)), JSON.stringify(rule)).toBe("pass");
  });
});

describe("an allow about the event", () => {
  const write = eventOf("PreToolUse", {
    tool_name: "Write",
    tool_input: { file_path: "/etc/x", content: "" },
  });
  const other = eventOf("PreToolUse", { tool_name: "Task", tool_input: { prompt: "x" } });

  it("that speaks of all commands, paths or hosts says nothing where there are none", () => {
    expect(allow({ when: 'commands.all(c, c.program == "ls")' }, write)).toBe("pass");
    expect(allow({ kinds: ["write"], when: 'commands.all(c, c.program == "ls")' }, write)).toBe("pass");
    expect(allow({ when: "paths.all(p, p.inProject)" }, other)).toBe("pass");
    expect(allow({ when: "hosts.all(h, h.known)" }, other)).toBe("pass");
  });

  it("that looks at none of them allows what it names as a whole", () => {
    expect(allow({ kinds: ["write"] }, write)).toBe("allow");
    expect(allow({ when: 'tool.command == "X=1 ls > x"' }, bash("X=1 ls > x"))).toBe("allow");
  });

  it("does not hold for a fork bomb, nor for what cannot be read", () => {
    expect(allow({}, bash(":(){ :|:& };:"))).toBe("pass");
    expect(allow({}, bash("if then"))).toBe("pass");
  });
});
