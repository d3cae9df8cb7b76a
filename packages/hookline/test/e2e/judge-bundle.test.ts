import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { QuietEvent } from "../../src/glance/glance.ts";
import { type JudgeRoom, judgeQuietly } from "../../src/glance/judge.ts";
import { allPacks } from "../../src/policy/packs/all.ts";
import {
  type Action,
  eventOf,
  exampleFacts,
  type Family,
  knownGaps,
  mustPass,
  mustStop,
} from "../policy/evasion/suite.ts";

const bundle = resolve(import.meta.dirname, "../../dist/bundle");
const apart: { readonly [name: string]: string } = {
  re2js: "re2js.cjs",
  ignore: "ignore.cjs",
  "@marcbachmann/cel-js": "cel-js.cjs",
};
const outside = createRequire(import.meta.url);
const modules = new Map<string, { exports: object }>();

/** Loads a file of the bundle as the command does. */
function load(name: string): object {
  const known = modules.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  modules.set(name, module);
  const file = join(bundle, name);
  const run = new Script(readFileSync(file, "latin1"), { filename: file }).runInThisContext();
  const require = (wanted: string) =>
    wanted.startsWith("./") ? load(wanted.slice(2)) : apart[wanted] ? load(apart[wanted]) : outside(wanted);
  run.call(module.exports, module.exports, require, module, file, bundle);
  return module.exports;
}

function isJudgeRoom(value: object): value is JudgeRoom {
  return "judgeQuietly" in value && typeof value.judgeQuietly === "function";
}

function loadJudge(): JudgeRoom {
  const loaded = load("judge.cjs");
  if (!isJudgeRoom(loaded)) throw new Error("judge.cjs judges nothing");
  return loaded;
}

const judge = loadJudge();
const atOnce = [...modules.keys()];

/** Whether a policy has nothing to say of an action, as the bundle and as the sources judge it. */
function isQuiet(action: Action, fields: JsonObject, { project, cwd }: Partial<Family> = {}) {
  const { spec, tool, payload } = eventOf(action);
  const { tool_name: named, tool_input: input, tool_response: response } = payload;
  const given = {
    tool_name: named,
    tool_input: input,
    ...(response !== undefined && { tool_response: response }),
  };
  const projectDir = project ?? exampleFacts.projectDir;
  const row = {
    hook: "p",
    source: "s",
    dialect: "d",
    mode: "enforce",
    matcher: null,
    onFailure: "block",
    fields,
  };
  const event: QuietEvent = {
    name: spec.name,
    subject: typeof named === "string" ? named : null,
    project: projectDir,
    configuration: "",
    hooks: 1,
    policies: JSON.parse(JSON.stringify({ lanes: [], rows: [row], spec, tool })),
    own: exampleFacts.own,
  };
  const place = {
    stateFolder: join(tmpdir(), "hookline-no-such-state"),
    home: exampleFacts.home,
    cwd: cwd ?? projectDir,
    dialects: null,
    env: { HOME: exampleFacts.home },
  };
  const ids = { event: "e", session: "s", make: () => "1" };
  const asked = (one: typeof judgeQuietly, once: boolean) => one(event, given, place, { ids, once }) !== null;
  const [all, few] = [asked(judge.judgeQuietly, false), asked(judge.judgeQuietly, true)];
  // A process that ends after it looks at fewer rules, and says the same.
  expect(few, JSON.stringify(action)).toBe(all);
  return [all, asked(judgeQuietly, false)];
}

describe("the bundle that judges policies", () => {
  it("needs no second file to be loaded", () => expect(atOnce).toEqual(["judge.cjs"]));

  it("says of the actions of the evasion suite what the sources say", () => {
    const all = allPacks.map(({ name }) => name);
    const families: readonly Family[] = [...mustStop, ...mustPass, ...knownGaps];
    const cases = families
      .flatMap((family) => family.commands.map((action) => ({ family, action })))
      .filter((_, at) => at % 5 === 0);
    const said = { quiet: 0, loud: 0 };
    for (const { family, action } of cases) {
      const { packs = all, settings } = family;
      const [bundled, own] = isQuiet(action, { packs: [...packs], ...(settings && { settings }) }, family);
      expect(bundled, JSON.stringify(action)).toBe(own);
      said[own ? "quiet" : "loud"] += 1;
    }
    expect(Math.min(said.quiet, said.loud)).toBeGreaterThan(100);
  });

  const rule = (when: string, more: JsonObject = {}) => ({
    rules: [{ id: "mine", verdict: "deny", when, reason: "x", ...more }],
  });
  const write = { tool: "Write", input: { file_path: "a.txt", content: "x" } };
  it.each<[string, Action, JsonObject, boolean]>([
    ["a rule that fits", "rm a", rule('command.program == "rm"', { each: "command" }), false],
    ["a rule that does not", "ls a", rule('command.program == "rm"', { each: "command" }), true],
    ["a pattern of RE2", "ls a", rule('tool.command.matches("(?i)^RM")'), true],
    ["a pattern that needs watching", "ls a", rule('tool.command.matches("^(a+)+$")'), true],
    ["what cannot be judged", "ls a", rule("payload.nothing == 1"), false],
    ["what is no condition", "ls a", rule("("), false],
    [
      "a rule that expired",
      "rm a",
      rule('command.program == "rm"', { each: "command", expires: "2020-01-01" }),
      false,
    ],
    ["an exception", "rm a", rule("true", { except: [{ when: "true", reason: "x" }] }), true],
    ["an allow", "ls a", rule('command.program == "ls"', { each: "command", verdict: "allow" }), false],
    [
      "an allow that does not hold",
      "ls > b",
      rule('command.program == "ls"', { each: "command", verdict: "allow" }),
      true,
    ],
    [
      "a secret",
      "echo ghp_0123456789abcdefghij0123456789abcdef",
      rule("text.hasSecret()", { each: "text" }),
      false,
    ],
    ["no secret", "echo ghp_", rule("text.hasSecret()", { each: "text", verdict: "redact" }), true],
    ["a branch", "ls", rule('facts.branch == "no such branch"'), true],
    ["a day", "ls", rule('facts.today < "2020-01-01"'), true],
    ["hosts", "curl https://example.com", rule('!host.within(["*.example.org"])', { each: "host" }), false],
    ["a file that is written", write, rule('path.glob("*.txt")', { each: "path" }), false],
    ["settings that no rule reads", "ls", { ...rule("false"), settings: { a: 1 } }, true],
    ["a pack that is not there", "ls", { packs: ["command"] }, false],
    [
      "a rule that is none",
      "ls",
      { rules: [{ id: "x", verdict: "denny", when: "true", reason: "x" }] },
      false,
    ],
    ["an exception to a pack", "ls", { packs: ["paths"], except: { "paths/none": [] } }, false],
    ["substitutions", "ls $(rm a) {b,c} $'d'", rule('command.program == "rm"', { each: "command" }), false],
    ["what cannot be read", "ls 'a", rule('command.program == "rm"', { each: "command" }), false],
    [
      "code",
      "python -c 'import os; os.remove(\"a\")'",
      rule('path.access == "delete"', { each: "path" }),
      false,
    ],
  ])("judges %s as the sources do", (_what, action, fields, quiet) => {
    expect(isQuiet(action, fields)).toEqual([quiet, quiet]);
  });
});
