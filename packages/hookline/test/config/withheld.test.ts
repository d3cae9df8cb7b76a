import { describe, expect, test } from "vitest";
import { namesVariables, withheldNames } from "../../src/config/entries/withheld.ts";
import type { HookPassage } from "../../src/config/environment.ts";
import { commandHook, fileWith, makeMachine, shown } from "./hook-folders.ts";

const scrubbed: HookPassage = { environment: "scrubbed", env: {}, passEnv: [] };
const processEnv = {
  PATH: "/bin",
  EDITOR: "vi",
  NOTES: "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  PWD: "/",
};

describe("the variables that a command uses and will not get", () => {
  test.each([
    ["a secret by name", "curl -H $API_TOKEN", ["API_TOKEN"]],
    [
      "in braces, with a default, twice",
      `echo \${API_TOKEN:-none} \${#API_TOKEN} \${!MY_KEY}`,
      ["API_TOKEN", "MY_KEY"],
    ],
    ["a secret by value", "echo $NOTES", ["NOTES"]],
    ["in another shell's text", "sh -c 'echo $API_TOKEN'", ["API_TOKEN"]],
    ["what everybody may see", "echo $EDITOR $PATH $UNSET $1 $? $$ $(date)", []],
    ["the project", `"$CLAUDE_PROJECT_DIR"/x \${HOOKLINE_PROJECT_DIR}`, []],
    ["what it sets itself", "API_TOKEN=$(pass x); use $API_TOKEN", []],
    ["what it reads itself", "while read API_KEY; do echo $API_KEY; done", []],
    ["a longer name than one that it sets", "KEY=1; echo $MY_KEY", ["MY_KEY"]],
  ])("%s: %s", (_name, command, names) => {
    expect(withheldNames({ command }, scrubbed, processEnv)).toEqual(names);
  });

  test("in exec form nothing expands", () => {
    expect(withheldNames({ command: "echo", args: ["$API_TOKEN"] }, scrubbed, processEnv)).toEqual([]);
  });

  test("what it asks for or sets by its entry it gets, and everything where everything is passed", () => {
    const command = "echo $API_TOKEN $NOTES";
    expect(
      withheldNames({ command }, { ...scrubbed, passEnv: ["API_TOKEN"], env: { NOTES: "x" } }, processEnv),
    ).toEqual([]);
    expect(withheldNames({ command }, { ...scrubbed, environment: "whole" }, processEnv)).toEqual([]);
  });

  test("in a strict file also what is no secret", () => {
    const strict: HookPassage = { ...scrubbed, environment: "strict" };
    expect(withheldNames({ command: "echo $EDITOR $PATH $PWD $UNSET" }, strict, processEnv)).toEqual([
      "EDITOR",
    ]);
  });
});

test.each([
  ["lint", false],
  [`$CLAUDE_PROJECT_DIR/lint \${CLAUDE_PROJECT_DIR}`, false],
  ["$CLAUDE_PROJECT_DIR/lint $API_TOKEN", true],
  ["$CLAUDE_PROJECT_DIRECTORY", true],
  ["$CLAUDE_PROJECT", true],
  ["$CLICKHOUSE_DB_USER", true],
])("a text that names variables: %j → %j", (text, expected) => {
  expect(namesVariables(text)).toBe(expected);
});

test("they are told at load, with what to do", async () => {
  const machine = makeMachine();
  machine.write(machine.user, fileWith([commandHook("echo $GITHUB_TOKEN")]));
  machine.write(
    machine.team,
    fileWith([
      commandHook("echo $GITHUB_TOKEN"),
      commandHook("echo $GITHUB_TOKEN", { passEnv: ["GITHUB_TOKEN"] }),
    ]),
  );
  expect(shown((await machine.load({ env: { GITHUB_TOKEN: "x" } })).diagnostics)).toEqual([
    'warning .hookline/hooks.json:1:35: the hook uses $GITHUB_TOKEN, which hooks of this file do not get; add "passEnv": ["GITHUB_TOKEN"] to the hook if it may see the value',
  ]);
});

test.each([
  ["curl -d API_TOKEN=$API_TOKEN", ["API_TOKEN"]],
  ["API_TOKEN=1; echo $API_TOKEN", []],
  ["A=1 API_TOKEN=2 sh -c 'echo $API_TOKEN'", []],
  ["export API_TOKEN=x && echo $API_TOKEN", []],
  ["echo \\$API_TOKEN", []],
])("in %j these names are used and not got: %j", (command, names) => {
  expect(withheldNames({ command }, scrubbed, processEnv)).toEqual(names);
});

test("a shell in exec form expands what it gets after -c", () => {
  const named = (args: string[]) => withheldNames({ command: "/bin/sh", args }, scrubbed, processEnv);
  expect(named(["-c", "echo $API_TOKEN"])).toEqual(["API_TOKEN"]);
  expect(named(["$API_TOKEN"])).toEqual([]);
});
