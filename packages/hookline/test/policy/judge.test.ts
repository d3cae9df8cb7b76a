import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { tools } from "../../src/events/tools.ts";
import { bash, eventOf, factsOf, judged } from "./judged.ts";

const rule = (given: JsonObject): JsonObject => ({
  id: "a",
  verdict: "deny",
  when: "true",
  reason: "no",
  ...given,
});
const says = (given: JsonObject, event = bash("ls"), facts = factsOf()) => {
  const { verdict, faults } = judged({ rules: [rule(given)] }, event, facts);
  expect(faults).toEqual([]);
  return verdict;
};
const fits = (when: string, event = bash("ls"), facts = factsOf()) => says({ when }, event, facts) === "deny";

describe("what a rule sees of an event", () => {
  it.each([
    ['event == "PreToolUse"'],
    ['tool_name == "Bash" && payload.tool_name == "Bash"'],
    ['tool.name == "Bash" && tool.kind == "shell" && tool.command == "git -C x push -f | tee out"'],
    ['tool_input.command.startsWith("git")'],
    ['facts.cwd == "/work/app" && facts.home == "/home/ann" && facts.project == facts.cwd'],
    ['facts.branch == "feature" && facts.today == "2026-11-15"'],
    ["settings.size() == 0"],
    ['commands.map(c, c.program) == ["git", "tee"]'],
    ['commands[0].has("-f", "--force") && !commands[1].has("-a")'],
    ['commands[0].output == ["tee"] && commands[1].input == ["git"]'],
    ['commands[0].args.exists(a, a == "push") && commands[0].begins == commands[0].args'],
    ["shell.read && !shell.forkBomb && shell.unread == ''"],
    ['paths.exists(p, p.path == "/work/app/out" && p.access == "write" && p.by == "tee" && p.inProject)'],
    ['commands[1].paths.exists(p, p.name == "out") && !commands[0].paths.exists(p, p.name == "out")'],
    ['commands[1].folder == "/work/app"'],
    ["hosts.size() == 0"],
    ['texts.exists(t, t.field == "tool_input.command" && t.value == tool.command)'],
  ])("%s", (when) => {
    expect(fits(when, bash("git -C x push -f | tee out"))).toBe(true);
  });

  it("is the same whatever an agent calls its tool", () => {
    for (const { name, aliases = [], kind } of tools.filter((tool) => tool.kind === "shell")) {
      for (const alias of [name, ...aliases]) {
        expect(fits(`tool.kind == "${kind}" && tool.command == "rm x"`, bash("rm x", alias)), alias).toBe(
          true,
        );
        const seen = fits('commands.exists(c, c.program == "rm")', bash("rm x", alias));
        expect(seen || name === "PowerShell", alias).toBe(true);
      }
    }
  });

  it.each([
    ["Write", "write"],
    ["write_file", "write"],
    ["Edit", "write"],
    ["str_replace", "write"],
    ["Read", "read"],
    ["view", "read"],
    ["LS", "read"],
  ])("%s does %s to the path that it names", (tool, access) => {
    const event = eventOf("PreToolUse", { tool_name: tool, tool_input: { file_path: "../x", path: "../x" } });
    expect(
      says(
        { each: "path", when: `path.access == "${access}" && path.path == "/work/x" && !path.inProject` },
        event,
      ),
    ).toBe("deny");
  });

  it("is what an MCP tool was given: its texts, and what looks like a path or an address", () => {
    const event = eventOf("PreToolUse", {
      tool_name: "mcp__files__put",
      tool_input: { path: "/etc/hosts", deep: [{ url: "x", note: "hello" }] },
    });
    expect(
      says(
        {
          kinds: ["mcp"],
          each: "text",
          when: 'text.value == "hello" && text.field == "tool_input.deep.0.note"',
        },
        event,
      ),
    ).toBe("deny");
    expect(says({ kinds: ["mcp"], each: "path", when: "path.isSystem" }, event)).toBe("deny");
  });

  it("of a tool that has run is what it gave, and not what it was given", () => {
    const event = eventOf("PostToolUse", {
      tool_name: "Bash",
      tool_input: { command: "secret-in" },
      tool_response: { stdout: "out" },
    });
    expect(
      says({ each: "text", when: 'text.value == "out" && text.field == "tool_response.stdout"' }, event),
    ).toBe("deny");
    expect(says({ each: "text", when: 'text.value == "secret-in"' }, event)).toBe("pass");
  });

  it("cannot be said otherwise by the payload", () => {
    const event = eventOf("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: "rm x" },
      commands: [],
      facts: { home: "/evil" },
      settings: { off: true },
      tool: { kind: "read" },
      shell: { read: true },
      event: "Stop",
    });
    expect(
      fits(
        'facts.home == "/home/ann" && commands.size() == 1 && !has(settings.off) && tool.kind == "shell" && event == "PreToolUse"',
        event,
      ),
    ).toBe(true);
  });
});

describe("a command in words, or one that nobody here can read", () => {
  it("is quoted word by word", () => {
    const event = eventOf("PreToolUse", {
      tool_name: "shell",
      tool_input: { command: ["bash", "-lc", "rm -rf 'a b'"] },
    });
    expect(fits('commands.exists(c, c.program == "rm" && c.operands == ["a b"])', event)).toBe(true);
  });

  it.each([
    [{ tool_name: "PowerShell", tool_input: { command: "Remove-Item x" } }],
    [{ tool_name: "Bash", tool_input: { line: "rm -rf /" } }],
    [{ tool_name: "Bash", tool_input: { command: ["rm", 1] } }],
    [{ tool_name: "Bash", tool_input: { command: "if then" } }],
  ])("%j is not read, and rules can say so", (payload) => {
    const event = eventOf("PreToolUse", payload);
    expect(fits("!shell.read && shell.unread != ''", event)).toBe(true);
    expect(says({ verdict: "allow" }, event)).toBe("pass");
  });

  it("without any input is none", () => {
    expect(
      fits(
        "shell.read && commands.size() == 0",
        eventOf("PreToolUse", { tool_name: "Bash", tool_input: {} }),
      ),
    ).toBe(true);
  });
});

describe("paths", () => {
  const real = new Map([
    ["/work/app/link", "/etc"],
    ["/work/app/link/passwd", "/etc/passwd"],
    ["/work/app", "/work/app"],
  ]);
  const facts = factsOf({ real });

  it("that lead elsewhere are seen twice: as they are named, and where they are", () => {
    expect(says({ each: "path", when: 'path.under("/etc")' }, bash("cat link/passwd"), facts)).toBe("deny");
    expect(says({ each: "path", when: "!path.inProject" }, bash("cat link/passwd"), facts)).toBe("deny");
    expect(
      says(
        { each: "path", when: 'path.linked && path.path == "/etc/passwd"' },
        bash("cat link/passwd"),
        facts,
      ),
    ).toBe("deny");
    expect(says({ each: "path", when: "!path.inProject" }, bash("cat other"), facts)).toBe("pass");
  });

  it("are allowed only if both ways are", () => {
    const allow = { verdict: "allow", each: "path", when: "path.inProject" };
    expect(says(allow, bash("cat link/passwd"), facts)).toBe("pass");
    expect(says(allow, bash("cat other"), facts)).toBe("allow");
  });

  it("of links that are deleted are the links, not what they lead to", () => {
    expect(says({ each: "path", when: 'path.under("/etc")' }, bash("rm link"), facts)).toBe("pass");
    expect(says({ each: "path", when: 'path.under("/etc")' }, bash("rm -r link/"), facts)).toBe("deny");
    expect(says({ each: "path", when: 'path.under("/etc")' }, bash("rm link/passwd"), facts)).toBe("deny");
  });

  it.each([
    ["/", "path.isRoot && path.isSystem && !path.inProject"],
    ["/etc/hosts", 'path.isSystem && path.under("/etc") && path.name == "hosts" && path.glob("/etc/h*")'],
    ["/home/ann", "path.isHome && path.inHome && !path.isSystem"],
    ["/home/bob", "path.isHome && !path.inHome"],
    [
      "~/.ssh/id_rsa",
      'path.glob("~/.ssh/**") && path.glob(["x", "id_*"]) && path.under("~/.ssh") && !path.under("~/.ss")',
    ],
    ["/dev/sda", "path.isDevice && path.isSystem"],
    ["/tmp/x", "path.inTemp && !path.isSystem"],
    [
      "a/b.pem",
      'path.glob("*.{pem,key}") && path.glob("a/*.pem") && path.glob("**/b.pem") && path.under("a") && path.under(".")',
    ],
    ["a/../../x", '!path.inProject && path.path == "/work/x"'],
    [".hookline/hooks.json", "path.own"],
    ["~/.local/state/hookline/trust.json", "path.own"],
  ])("%s: %s", (path, when) => {
    expect(says({ each: "path", when: `path.access == "read" && ${when}` }, bash(`cat ${path}`))).toBe(
      "deny",
    );
  });

  it("reach what lies below them if what is done goes that deep", () => {
    expect(says({ each: "path", when: "path.own" }, bash("rm -rf .hookline"))).toBe("deny");
    expect(says({ each: "path", when: "path.own" }, bash("mv /work/app /work/b"))).toBe("deny");
    expect(says({ each: "path", when: "path.own" }, bash("ls .hookline"))).toBe("pass");
    expect(says({ each: "path", when: 'path.reaches("/etc/ssh")' }, bash("cp -r /etc x"))).toBe("deny");
  });
});

describe("hosts and texts", () => {
  const curl = bash("curl -d @x https://api.example.org/a");
  it.each([
    ['host.name == "api.example.org" && host.upload && host.by == "curl"'],
    ['host.within(["*.example.org"]) && host.within("api.example.org") && host.within(["*"])'],
    ['!host.within(["example.org", "*.org.example", "*.api.example.org"])'],
  ])("%s", (when) => expect(says({ each: "host", when }, curl)).toBe("deny"));

  it("have secrets by their shape", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const write = (content: string) =>
      eventOf("PreToolUse", { tool_name: "Write", tool_input: { file_path: "a", content } });
    expect(says({ each: "text", when: "text.hasSecret()" }, write(`x = "${token}"`))).toBe("deny");
    expect(says({ each: "text", when: "text.hasSecret()" }, write("token = getToken()"))).toBe("pass");
  });
});

describe("rules together", () => {
  const of = (...rules: JsonObject[]) =>
    judged({ rules: rules.map((one, index) => rule({ id: `r${index}`, ...one })) }, bash("ls -l"));

  it("say the strongest, with the reasons of all that gave it", () => {
    expect(of({ verdict: "allow", reason: "x" }, { verdict: "ask", reason: "y" })).toMatchObject({
      verdict: "ask",
      reason: "y (rule r0)".replace("r0", "r1"),
    });
    const both = of({ verdict: "ask" }, { reason: "one", owner: "sec" }, { reason: "two" });
    expect(both).toMatchObject({ verdict: "deny", reason: "one (rule r1, owner sec)\ntwo (rule r2)" });
    expect(of({ when: "false" })).toMatchObject({ verdict: "pass", reason: "" });
  });

  it("are asked only about what they are for", () => {
    const told = of(
      { kinds: ["read"] },
      { programs: ["rm"] },
      { events: ["Stop"] },
      { programs: ["ls", "rm"], kinds: ["shell"], events: ["PreToolUse"] },
    );
    expect(told.sayings.map(({ says: said }) => said)).toEqual(["aside", "aside", "aside", "fits"]);
    const each = judged(
      { rules: [rule({ each: "command", programs: ["rm"], when: 'command.program != "rm"' })] },
      bash("ls; rm x"),
    );
    expect(each.verdict).toBe("pass");
  });
});

describe("an allow", () => {
  it.each([
    ["git status", "allow"],
    ["git status && git log", "allow"],
    ["git status && rm -rf x", "pass"],
    ["git status $(rm x)", "pass"],
    ["sudo git status", "pass"],
    ["git status; if then", "pass"],
    ["", "pass"],
  ])("of git holds for %s: %s", (command, verdict) => {
    expect(says({ verdict: "allow", each: "command", when: 'command.program == "git"' }, bash(command))).toBe(
      verdict,
    );
    expect(says({ verdict: "allow", programs: ["git"] }, bash(command))).toBe(verdict);
    expect(says({ verdict: "allow", each: "command", programs: ["git"] }, bash(command))).toBe(verdict);
  });
});

describe("exceptions and expiry", () => {
  const rm = { each: "command", when: 'command.program == "rm"' };
  const except = (more: JsonObject = {}) => [
    { when: 'command.operands == ["build"]', reason: "it is made anew", ...more },
  ];

  it("hold for what they name, and for nothing beside it", () => {
    const policy = { rules: [rule({ ...rm, except: except() })] };
    expect(judged(policy, bash("rm build")).sayings[0]).toMatchObject({
      says: "excepted",
      about: "rm build",
      exception: { reason: "it is made anew" },
    });
    expect(judged(policy, bash("rm build; rm src"))).toMatchObject({ verdict: "deny" });
  });

  it("may stand outside of the rule, so that packs have them too", () => {
    const policy = { packs: ["commands"], rules: [rule(rm)], except: { a: except() } };
    expect(judged(policy, bash("rm build")).verdict).toBe("pass");
    const pack = {
      packs: ["commands"],
      except: { "commands/delete-root-or-home": [{ when: "true", reason: "x" }] },
    };
    expect(judged({ packs: ["commands"] }, bash("rm -rf /")).verdict).toBe("deny");
    expect(
      judged(pack, bash("rm -rf /")).sayings.find(
        ({ compiled }) => compiled.rule.id === "commands/delete-root-or-home",
      )?.says,
    ).toBe("excepted");
  });

  it("hold to the end of their last day, and are told of afterwards", () => {
    expect(
      judged({ rules: [rule({ ...rm, except: except({ expires: "2026-11-15" }) })] }, bash("rm build"))
        .verdict,
    ).toBe("pass");
    const over = judged(
      { rules: [rule({ ...rm, except: except({ expires: "2026-11-14" }) })] },
      bash("rm build"),
    );
    expect(over).toMatchObject({
      verdict: "deny",
      notes: ["an exception to rule a expired on 2026-11-14: it is made anew"],
    });
  });

  it("an expired rule says nothing, and that it would have is told", () => {
    const over = judged({ rules: [rule({ ...rm, expires: "2026-11-14" })] }, bash("rm x"));
    expect(over).toMatchObject({
      verdict: "pass",
      notes: ["rule a expired on 2026-11-14; it would say deny"],
    });
    expect(judged({ rules: [rule({ ...rm, expires: "2026-11-14" })] }, bash("ls")).notes).toEqual([]);
    expect(judged({ rules: [rule({ ...rm, expires: "2026-11-15" })] }, bash("rm x")).verdict).toBe("deny");
  });
});

describe("a condition that names programs itself", () => {
  it.each([
    ['command.program == "rm" && command.has("-r")', "rm -r x", true],
    ['command.program == "rm" && command.has("-r")', "ls -r x", false],
    ['command.program in ["cp", "mv"] || command.program == "rm"', "mv a b", true],
    ['command.program in ["cp", "mv"] || command.has("-r")', "ls -r", true],
    ['!(command.program == "rm")', "ls", true],
    ['command.program == command.called && command.program == "ls"', "ls", true],
    ['command.program == "rm" && settings.missing', "ls", false],
    ['command.program in ["rm", command.called]', "ls", true],
    ['(command.program == "a" || true) && command.program == "ls"', "ls", true],
  ])("%s on %s is %j, as if all programs were asked", (when, command, expected) => {
    expect(says({ each: "command", when }, bash(command))).toBe(expected ? "deny" : "pass");
  });
});
