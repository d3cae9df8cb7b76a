import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRule } from "../../src/policy/compile-rule.ts";
import { celObject } from "../../src/policy/expression/event-variables.ts";
import { createRuleEnvironments } from "../../src/policy/expression/rule-environment.ts";
import { makeModel } from "../../src/policy/make-model.ts";
import { allPacks } from "../../src/policy/packs/all.ts";
import type { RuleSubject } from "../../src/policy/rule.ts";
import { type RuleContext, ruleContext, subjectsOf } from "../../src/policy/rule-context.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import { eventOf, factsOf, mustPass, mustStop } from "./evasion/suite.ts";
import { bash, factsOf as machine } from "./judged.ts";

const compiler = { environments: createRuleEnvironments(judgeTools), tools: judgeTools };
const defaults = celObject(
  Object.fromEntries(
    allPacks.flatMap(({ settings }) =>
      Object.entries(settings ?? {}).map(([name, row]) => [name, row.default]),
    ),
  ),
);

function conditionOf(when: string, each: RuleSubject) {
  const rule = { id: "one", verdict: "deny", each, when, reason: "x" } as const;
  const { compiled } = compileRule(rule, null, compiler);
  if (!compiled.when) throw new Error(`${when}: ${compiled.fault}`);
  return compiled.when;
}

/** What the filter of a condition passes over, and what the condition itself gives for each of these. */
function passedOver(when: string, each: RuleSubject, context: RuleContext, settings = defaults) {
  const { filter, evaluate } = conditionOf(when, each);
  const variables = context.variablesFor(settings);
  const out = subjectsOf(context, each).filter((one) => {
    variables[each] = one;
    return filter !== null && !filter(variables);
  });
  return out.map((one) => {
    variables[each] = one;
    return evaluate(variables);
  });
}

const contextOf = (command: string): RuleContext => {
  const facts = machine();
  return ruleContext(makeModel(bash(command), facts), facts);
};

/** Conditions that a filter knows, some that it does not, and some that break. */
const parts: { readonly [subject in RuleSubject]: readonly string[] } = {
  event: [
    "shell.forkBomb",
    "shell.read",
    'commands.exists(one, one.program == "rm")',
    'commands.exists(one, one.args.exists(word, word in ["-rf", "/"]))',
    'commands.exists(one, one.args[3] == "x")',
    'commands.exists(one, one.program == "cat" && one.args[3] == "x")',
    'commands.exists(one, one.has("-rf", "-r"))',
    'commands.exists(payload, payload.program == "git")',
    'commands.exists(commands, commands.program == "rm") && commands.exists(facts, facts.dynamic)',
    'hosts.exists(shell, shell.upload) || paths.exists(tool, tool.under("/etc"))',
    'commands.exists(paths, paths.args.exists(hosts, hosts == "/") || paths.has("-rf"))',
    "commands.exists(one, one.paths.exists(path, path.isRoot || path.under('/etc')))",
    'paths.exists(path, path.access in ["delete", "write"])',
    "paths.exists(path, commands.exists(path, path.dynamic) && path.isRoot)",
    'tool.name == "Bash"',
    "payload.nothing == 1",
    "commands.all(one, one.program != '')",
  ],
  text: [
    "text.hasSecret()",
    'text.field == "command"',
    'text.value.startsWith("rm")',
    "payload.nothing == 1",
  ],
  command: [
    'command.program == "rm"',
    'command.program != "cat"',
    'command.program in ["git", "cat", ""]',
    'command.program.startsWith("r")',
    "command.dynamic",
    "command.unknown",
    '"sudo" in command.via',
    'command.args.exists(word, word == "-rf")',
    'command.env.exists(name, name == "A")',
    "command.paths.exists(path, path.isRoot)",
    'command.has("-r")',
    'command.args[3] == "x"',
    'command.args.exists(word, word.startsWith("-") && word != "-rf")',
    'command.args.exists(word, word == "a.txt" || word.matches("^/"))',
    'command.args.exists(command, command == "/")',
    "payload.nothing == 1",
    "size(command.operands) > 1",
    "size(command.operands) == 0",
    "size(command.args) > 0",
    'command.program.matches("^(rm|c.t)$")',
    'command.text.lowerAscii().startsWith("rm -rf")',
    'command.args.exists(word, word.lowerAscii().matches("^a[.]"))',
    'command.args.exists(word, !word.matches("^-"))',
    'command.args.exists(word, word.lowerAscii() in ["a=1", "/"])',
    "command.program == settings.nothing",
    'command.args.exists(settings, settings == "/")',
    'command.paths.exists(path, path.glob(["/etc/*", "*.txt"]) || path.under("/work"))',
  ],
  path: [
    'path.access in ["delete", "write"]',
    'path.access == "read"',
    'path.path.startsWith("/work")',
    "path.isRoot",
    "path.known",
    "path.inProject",
    'path.under("/etc")',
    'path.under(["/etc", "~", "."])',
    'path.glob("*.txt")',
    'path.glob(["~/**", "/etc/x", "out"])',
    'path.reaches(["/etc/x/y", "~/.ssh"])',
    "path.glob(settings.forbidden) || path.under(settings.forbidden)",
    "path.glob(settings.nothing)",
    "path.glob(payload.list)",
    "path.path == facts.project",
    "path.path != facts.cwd",
    'facts.project.startsWith(path.path + "/")',
    'path.name.matches("[.](txt|pem)$")',
    "payload.nothing == 1",
  ],
  host: [
    'host.within(["*.example.com", "10.0.0.1"])',
    'host.within("example.com")',
    "host.within(settings.allowedHosts)",
    "host.known",
    "host.upload",
    'host.by != "curl"',
    'host.url.matches("^https?:")',
    "payload.nothing == 1",
  ],
};
const words =
  "rm cat git sudo $X -rf / /etc/x a.txt A=1 && | > out curl https://example.com/x http://10.0.0.1 ~/.ssh/id_rsa . ..".split(
    " ",
  );
const command = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((some) => some.join(" "));

const conditionFrom = (leaves: readonly string[]) =>
  fc.letrec<{ readonly node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...leaves),
      tie("node").map((one) => `!(${one})`),
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}) && (${other})`),
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}) || (${other})`),
    ),
  })).node;

describe("a filter", () => {
  it.each(["command", "path", "host", "event", "text"] as const)(
    "passes over a %s only where the condition is false",
    (each) => {
      fc.assert(
        fc.property(command, conditionFrom(parts[each]), (text, when) => {
          expect(passedOver(when, each, contextOf(text)).every((given) => given === false)).toBe(true);
        }),
        { numRuns: 400 },
      );
    },
  );

  it("passes over nothing because of a setting that is not what it should be", () => {
    const asked = ["glob", "under", "reaches"].flatMap((call) =>
      ["one", "missing"].flatMap((name) => [
        `path.${call}(settings.${name})`,
        `!path.${call}(settings.${name})`,
        `path.isRoot || path.${call}(settings.${name}) && path.access == settings.${name}`,
        `paths.exists(settings, settings.${call}("/etc")) && path.${call}(settings.${name})`,
      ]),
    );
    const values = [
      "/etc",
      "",
      1,
      1.5,
      true,
      null,
      [],
      ["/etc/*", 1],
      [["/etc/*"]],
      ["/etc/*"],
      { "/etc": 1 },
    ];
    const context = contextOf("rm -r /etc/x a.txt && cat b");
    const given = values.flatMap((one) =>
      asked.flatMap((when) => passedOver(when, "path", context, celObject({ one }))),
    );
    expect(new Set(given)).toEqual(new Set([false]));
    expect(given.length).toBeGreaterThan(50);
  });

  it("absorbs what is neither true nor false as the language does", () => {
    const odd = [
      "payload.tool_name",
      "payload.nothing",
      "settings.nothing",
      "dyn(1)",
      "dyn(null)",
      "1 / 0 == 1",
    ];
    const given = odd.flatMap((one) =>
      [
        `${one} && command.has("-z")`,
        `command.has("-z") && ${one}`,
        `!(${one} || command.program != "shred")`,
        `command.args.exists(word, ${one} && word == "z")`,
        `(${one} ? true : false) && command.program == "shred"`,
      ].flatMap((when) => passedOver(when, "command", contextOf("cat a.txt"))),
    );
    expect(given).toEqual(given.map(() => false));
    expect(given.length).toBeGreaterThan(20);
  });

  it("passes over nothing that a rule of a pack fits", () => {
    const rules = allPacks.flatMap((pack) => pack.rules);
    const given = new Map<unknown, number>();
    // A part of the suite is enough: its other tests judge all of it.
    for (const family of [...mustStop, ...mustPass].filter((_, at) => at % 5 === 0)) {
      const facts = factsOf(family);
      for (const action of family.commands.slice(0, 2)) {
        const context = ruleContext(makeModel(eventOf(action), facts), facts);
        for (const { when, each = "event" } of rules)
          for (const one of passedOver(when, each, context)) given.set(one, (given.get(one) ?? 0) + 1);
      }
    }
    expect([...given.keys()]).toEqual([false]);
    expect(given.get(false)).toBeGreaterThan(1000);
  });

  it.each([
    ["command", 'command.program == "shred" && command.has("-u")'],
    ["command", '!(command.program != "shred")'],
    ["command", '"docker" in command.via || command.program.startsWith("mkfs")'],
    ["command", 'command.env.exists(name, name == "A")'],
    ["path", 'path.access in ["delete"] && path.isSystem'],
    ["command", "!!command.has('-r')"],
    ["command", 'command.args.exists(word, word in ["push", "send-pack"])'],
    ["event", "shell.forkBomb || !shell.read"],
    ["event", 'commands.exists(one, one.program in ["nc", "ncat"] && one.has("-e"))'],
    ["event", 'paths.exists(path, path.access == "delete")'],
    ["text", "text.hasSecret()"],
    ["path", 'path.glob(["~/.ssh/**", "*.pem"]) || path.under("/etc")'],
    ["path", "path.path == facts.project || path.glob(settings.forbidden)"],
    ["path", 'facts.project.startsWith(path.path + "/")'],
    ["command", 'command.args.exists(word, word.lowerAscii().matches("^--exec"))'],
    ["command", "size(command.operands) == 0"],
  ] as const)("tells of a %s without judging: %s", (each, when) => {
    const context = contextOf("cat a.txt");
    expect(subjectsOf(context, each)).toHaveLength(1);
    expect(passedOver(when, each, context)).toEqual([false]);
  });

  it.each([
    "payload.tool_name == 'Bash'",
    "command.args.all(word, word != '')",
    "!command.args.exists(word, word == '')",
  ])("says nothing of what takes judging: %s", (when) => {
    expect(conditionOf(when, "command").filter).toBeNull();
  });
});
