import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/index.ts";
import { checkShape } from "../../src/testing/check-shape.ts";
import { testFileSchema } from "../../src/testing/index.ts";
import { readCases } from "../../src/testing/read-cases.ts";
import { scratch } from "../engine/scratch.ts";
import { root } from "../house/pages.ts";
import { aCommand, before, shell, tested } from "./tested-project.ts";

const good = { name: "a", event: "Stop", expect: { verdict: "pass" } };
const ajv = new Ajv2020({ strict: false, formats: { regex: true } });
const isValid = ajv.compile(testFileSchema);
const withExpect = (expected: Json): Json => ({ cases: [{ ...good, expect: expected }] });
const withCase = (rest: JsonObject): Json => ({ cases: [{ ...good, ...rest }] });

describe("a file of cases", () => {
  it("has a schema that is published as it is in the source (npm run gen writes it)", () => {
    const text = readFileSync(join(root, "schema/tests.schema.json"), "utf8");
    expect(text).toBe(`${JSON.stringify(testFileSchema, null, 2)}\n`);
  });

  it.each<[string, Json]>([
    ["a case", { cases: [good] }],
    ["nothing to copy", { copy: false, cases: [] }],
    ["paths to copy", { copy: ["src"], $schema: "x", description: "y", cases: [good] }],
    ["texts of all kinds", withExpect({ reason: "a", context: [{ contains: "b" }, { matches: "^c" }, "d"] })],
    ["messages", withExpect({ messages: ["a", { text: { contains: "b" }, level: "warn", hook: "x" }] })],
    ["halts", withExpect({ halt: { equals: "a" } })],
    ["no rewrite", withExpect({ updatedInput: null, updatedPrompt: null, updatedOutput: [1] })],
    ["hooks", withExpect({ hooks: { a: "deny", b: { verdict: "timeout", reason: "x" } } })],
    [
      "files and calls",
      withExpect({ files: { a: "x", b: { absent: true } }, calls: { git: 1, ls: [["-l"]] } }),
    ],
    ["stubs", withCase({ stubs: { hooks: { a: { answer: {} } }, programs: { git: {}, ls: { exit: 1 } } } })],
  ])("may hold %s: the schema and the check agree", (_name, file) => {
    expect(checkShape(file, testFileSchema)).toEqual([]);
    expect(isValid(file)).toBe(true);
  });

  it.each<[string, Json, (string | number)[], string | RegExp]>([
    ["a list", [], [], "a test file must be an object, not a list; write an object"],
    ["no cases", {}, [], `a test file lacks "cases"; add "cases": a list`],
    [
      "an unknown key",
      { cases: [], casess: 1 },
      ["casess"],
      `the key "casess" means nothing here; did you mean "cases"?`,
    ],
    [
      "a misspelt key",
      withCase({ evnt: "Stop" }),
      ["cases", 0, "evnt"],
      `the key "evnt" means nothing here; did you mean "event"?`,
    ],
    ...["snapshot", "verdict"].map((key): [string, Json, (string | number)[], string] => [
      `${key} beside "expect"`,
      withCase({ event: "Stop", [key]: true }),
      ["cases", 0, key],
      `the key "${key}" means nothing here; put it into "expect"`,
    ]),
    [
      "a case that expects nothing",
      withExpect({}),
      ["cases", 0, "expect"],
      /^"expect" is empty, so it proves nothing; /,
    ],
    [
      "no verdict",
      withExpect({ verdict: "dney" }),
      ["cases", 0, "expect", "verdict"],
      `"verdict" must not be "dney"; did you mean "deny"?`,
    ],
    [
      "a wrong type",
      withCase({ event: 1 }),
      ["cases", 0, "event"],
      `"event" must be a string, not 1; write a string`,
    ],
    [
      "no pattern",
      withExpect({ reason: { matches: "(" } }),
      ["cases", 0, "expect", "reason", "matches"],
      /^"\(" is no regular expression/,
    ],
    [
      "two ways at once",
      withExpect({ reason: { equals: "a", contains: "b" } }),
      ["cases", 0, "expect", "reason"],
      /^"reason" must have one key only/,
    ],
    [
      "an exit status that is none",
      withCase({ stubs: { programs: { git: { exit: 256 } } } }),
      ["cases", 0, "stubs", "programs", "git", "exit"],
      `"exit" must not be 256; write a number: 0 to 255`,
    ],
    [
      "no time at all",
      withCase({ timeout: 0 }),
      ["cases", 0, "timeout"],
      `"timeout" must not be 0; write a number: more than 0 to 3600`,
    ],
    [
      "a wrong choice",
      { cases: [], copy: true },
      ["copy"],
      `"copy" must be a list or false, not true; write a list or false`,
    ],
    ["an empty name", withCase({ name: "" }), ["cases", 0, "name"], `"name" is empty; write what it is`],
  ])("is refused for %s, at its place and with what to do", (name, file, path, said) => {
    const [first, ...others] = checkShape(file, testFileSchema);
    expect(others).toEqual([]);
    expect(first?.path).toEqual(path);
    const text = `${first?.message}; ${first?.hint}`;
    if (typeof said === "string") expect(text).toBe(said);
    else expect(text).toMatch(said);
    // That a pattern is one, ajv does not look at here.
    if (name !== "no pattern") expect(isValid(file)).toBe(false);
  });

  it("may have comments; what is wrong is told with line and column", async () => {
    const { project, write } = scratch();
    write(
      ".hookline/tests/a.json",
      `{\n  // why\n  "cases": [\n    { "name": "x",\n      "evnt": "Stop", "expect": { "verdict": "pass" } },\n  ]\n}`,
    );
    write(".hookline/tests/b.json", `{ "cases": [`);
    write(".hookline/tests/c.json", { cases: [good, good] });
    write(".hookline/tests/d.json", `{ /* fine */ "cases": [${JSON.stringify(good)}] }`);
    write(".hookline/tests/notes.txt", "not a file of cases");
    const { cases, diagnostics, files } = await readCases(project);
    expect(files).toEqual(["a", "b", "c", "d"].map((name) => `.hookline/tests/${name}.json`));
    expect(cases.map(({ file, name, line, column }) => [file, name, line, column])).toEqual([
      [".hookline/tests/d.json", "a", 1, 24],
    ]);
    const told = diagnostics.map(
      ({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`,
    );
    expect(told).toEqual([
      '.hookline/tests/a.json:5:7: the key "evnt" means nothing here',
      '.hookline/tests/a.json:4:5: an item of "cases" lacks "event"',
      ".hookline/tests/b.json:1:13: a list is not closed",
      '.hookline/tests/c.json:11:15: a case before this one has the name "a", too',
    ]);
  });
});

describe("cases are compared with the hooks before anything runs", () => {
  const hooks = before(shell("guard", "touch ran"));

  it.each([
    ["an unknown event", { event: "PreToolUs" }, /there is no event "PreToolUs"; did you mean PreToolUse\?$/],
    [
      "a missing field",
      { event: "UserPromptSubmit", tool: undefined, input: undefined },
      /needs "prompt": a string; add it to "payload"$/,
    ],
    [
      "an unknown hook",
      { expect: { hooks: { gard: "deny" } } },
      /there is no hook "gard" here; did you mean "guard"\?$/,
    ],
    [
      "a stub for no hook",
      { stubs: { hooks: { gard: { exit: 0 } } } },
      /there is no hook "gard" here; did you mean "guard"\?$/,
    ],
    [
      "calls that nobody sees",
      { expect: { calls: { git: 1 } } },
      /calls of git are seen only by a stand-in; add "git"/,
    ],
    [
      "a program with folders",
      { stubs: { programs: { "/bin/x": {} } } },
      /"\/bin\/x" is no name of a program/,
    ],
    ["a file outside", { files: { "../x": "" } }, /"\.\.\/x" leads out of the project/],
    [
      "a file outside that is expected",
      { expect: { files: { "/etc/passwd": "x" } } },
      /"\/etc\/passwd" leads out of the project/,
    ],
    ["a tool said twice", { payload: { tool_name: "Read" } }, /say it twice; keep one of them$/],
    ["an input without a tool", { event: "Stop", tool: undefined }, /"input" is the input of a tool/],
  ])("%s is an error, and no case runs", async (_name, rest, said) => {
    const { test } = tested(hooks, [
      aCommand("ls", { verdict: "pass" }, { ...rest, name: "wrong" }),
      aCommand("ls", { verdict: "pass" }),
    ]);
    const { diagnostics, cases } = await test();
    expect(cases).toEqual([]);
    expect(diagnostics.map(({ message, hint }) => (hint === "" ? message : `${message}; ${hint}`))).toEqual([
      expect.stringMatching(said),
    ]);
    expect(diagnostics[0]?.file).toBe(".hookline/tests/all.json");
  });

  it("a hook file that is not in force as it is written is an error: its tests could pass without it", async () => {
    const bad = {
      type: "policy",
      id: "p",
      rules: [{ id: "r", verdict: "deny", when: "nonsense(", reason: "x" }],
    };
    const { test } = tested(before(bad), [aCommand("ls", { verdict: "pass" })]);
    const { diagnostics, cases } = await test();
    expect(cases).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === "error").length).toBeGreaterThan(0);
  });
});
