import { describe, expect, test } from "vitest";
import { makeMachine, shown } from "./hook-folders.ts";

/** Loads one team file and says what is wrong and which commands remain. */
async function judge(text: string) {
  const machine = makeMachine();
  machine.write(machine.team, text);
  const { diagnostics, hooks, mustFail } = await machine.load();
  return {
    told: shown(diagnostics),
    kept: hooks.map((hook) => hook.fields.command ?? hook.type),
    mustFail,
    hooks,
  };
}

const good = '{"type": "command", "command": "good"}';

/** A file in which only the entry differs; the good one after it must always remain. */
const around = (entry: string) => `{"hooks": {"PreToolUse": [{"hooks": [\n  ${entry},\n  ${good}\n]}]}}`;

// Where Wingman has zod, ours are the words of the fields: they judge entries, and the JSON schema is made from them.
// shows: W-115 F-122 C-082
describe("an entry that is left out, and the others work", () => {
  test.each([
    [
      "no object",
      '"lint"',
      'error .hookline/hooks.json:2:3: a hook is an object, not "lint"; it is left out; write { "type": …, … }',
    ],
    [
      "no type",
      '{"command": "x"}',
      'error .hookline/hooks.json:2:3: a hook needs a "type"; it is left out; known types are: command, worker, http, mcp_tool, prompt, agent, module, policy, rules',
    ],
    [
      "an unknown type",
      '{"type": "comand", "command": "x"}',
      'error .hookline/hooks.json:2:12: there is no hook type "comand" in files; the hook is left out; did you mean "command"?',
    ],
    [
      "a type that is no string",
      '{"type": 7, "command": "x"}',
      "error .hookline/hooks.json:2:12: there is no hook type 7 in files; the hook is left out; known types are: command, worker, http, mcp_tool, prompt, agent, module, policy, rules",
    ],
    [
      "a function",
      '{"type": "function"}',
      'error .hookline/hooks.json:2:12: there is no hook type "function" in files; the hook is left out; register it in code with engine.on',
    ],
    [
      "a missing field",
      '{"type": "command"}',
      'error .hookline/hooks.json:2:3: a hook of type "command" needs "command"; the hook is left out; add "command"',
    ],
    [
      "a field of the wrong type that it must have",
      '{"type": "command", "command": ["x"]}',
      'error .hookline/hooks.json:2:34: "command" must be a string, not a list; the hook is left out; write a string',
    ],
    [
      "what its type refuses",
      '{"type": "command", "command": " "}',
      "error .hookline/hooks.json:2:3: the command is empty; the hook is left out; correct the entry",
    ],
    [
      "a URL that is none",
      '{"type": "http", "url": "nowhere"}',
      'error .hookline/hooks.json:2:3: "nowhere" is not a URL: write all of it, such as https://example.com/hook; the hook is left out; correct the entry',
    ],
  ])("%s", async (_name, entry, line) => {
    const { told, kept, mustFail } = await judge(around(entry));
    expect(told).toEqual([line]);
    expect(kept).toEqual(["good"]);
    expect(mustFail).toBe(false);
  });

  test("a judge on an event that it can say nothing about", async () => {
    const { told, kept } = await judge(
      `{"hooks": {"Notification": [{"hooks": [{"type": "prompt", "prompt": "ok?"}, ${good}]}]}}`,
    );
    expect(told).toEqual([
      'error .hookline/hooks.json:1:49: a hook of type "prompt" can say nothing on Notification; it is left out; use another type, such as "command"',
    ]);
    expect(kept).toEqual(["good"]);
  });

  test("a check that throws", async () => {
    const { told, kept } = await judge(around('{"type": "rules", "rules": []}'));
    expect(told).toEqual([
      "error .hookline/hooks.json:2:3: there is no rule; the hook is left out; correct the entry",
    ]);
    expect(kept).toEqual(["good"]);
  });
});

// shows: W-115 W-102 W-108 C-082
describe("an entry that stays without what is wrong in it", () => {
  test.each([
    [
      "an unknown key",
      '"timout": 5',
      'warning .hookline/hooks.json:2:39: the key "timout" means nothing here; did you mean "timeout"?',
    ],
    [
      "a key of another type",
      '"url": "https://example.com"',
      'warning .hookline/hooks.json:2:39: the key "url" means nothing here; known are: type, id, description, enabled, if, when, timeout, statusMessage, once, async, asyncRewake, onFailure, mode, env, passEnv, cwd, command, args, shell, sandbox, worker, prestart',
    ],
    [
      "a wrong timeout",
      '"timeout": "5"',
      'error .hookline/hooks.json:2:50: "timeout" must be a number, not "5"; the default holds; write a number',
    ],
    [
      "no timeout at all",
      '"timeout": 0',
      'error .hookline/hooks.json:2:50: "timeout" must be from 0.001 to 86400 seconds, not 0; the default holds; write another number',
    ],
    [
      "an endless timeout",
      '"timeout": 86401',
      'error .hookline/hooks.json:2:50: "timeout" must be from 0.001 to 86400 seconds, not 86401; the default holds; write 86.401 if milliseconds were meant',
    ],
    [
      "a number beyond all numbers",
      '"timeout": 1e999',
      'error .hookline/hooks.json:2:50: "timeout" must be a number, not Infinity; the default holds; write a number',
    ],
    [
      "an unknown onFailure",
      '"onFailure": "stop"',
      'error .hookline/hooks.json:2:52: "onFailure" must be one of continue, block, not "stop"; it counts as "block"; write one of continue, block',
    ],
    [
      "an unknown mode",
      '"mode": "off"',
      'error .hookline/hooks.json:2:47: "mode" must be one of enforce, warn, shadow, not "off"; it counts as "enforce"; write one of enforce, warn, shadow',
    ],
    [
      "a wrong field of its type",
      '"args": "x"',
      'error .hookline/hooks.json:2:47: "args" must be a list of strings, not "x"; the default holds; write a list of strings',
    ],
    [
      "a list with something else in it",
      '"passEnv": ["A", 1]',
      'error .hookline/hooks.json:2:50: "passEnv" must be a list of strings, not a list; the default holds; write a list of strings',
    ],
    [
      "enabled by a word",
      '"enabled": "no"',
      'error .hookline/hooks.json:2:50: "enabled" must be true or false, not "no"; the default holds; write true or false',
    ],
    [
      "an empty id",
      '"id": ""',
      'error .hookline/hooks.json:2:45: "id" is empty; the default holds; fill it, or remove "id"',
    ],
    [
      "an empty folder",
      '"cwd": ""',
      'error .hookline/hooks.json:2:46: "cwd" is empty; the default holds; fill it, or remove "cwd"',
    ],
    [
      "a variable that is no string",
      '"env": {"A": 1}',
      "error .hookline/hooks.json:2:47: the value of the variable A must be a string; it is left out; correct it, or remove it",
    ],
    [
      "a variable without a name",
      '"env": {"A=B": "x"}',
      'error .hookline/hooks.json:2:47: "A=B" cannot be the name of a variable; it is left out; correct it, or remove it',
    ],
    [
      "a variable of Hookline's own",
      '"env": {"HOOKLINE_DEPTH": "0"}',
      "error .hookline/hooks.json:2:47: the variable HOOKLINE_DEPTH is set by Hookline; it is left out; correct it, or remove it",
    ],
    [
      "an unsafe key",
      '"__proto__": {"enabled": false}',
      'error .hookline/hooks.json:2:39: the key "__proto__" is left out, because it could change how objects work; remove it',
    ],
    [
      "a rule that is none",
      '"if": "Bash(a) && Bash(b)"',
      'error .hookline/hooks.json:2:45: "if" cannot be understood, so the hook runs whenever its matcher fits: "Bash(a) && Bash(b)": it is not exactly one rule; write one rule like Bash(git push *), Edit(src/**) or Write',
    ],
  ])("%s", async (_name, field, line) => {
    const { told, kept, hooks } = await judge(around(`{"type": "command", "command": "x", ${field}}`));
    expect(told).toEqual([line]);
    expect(kept).toEqual(["x", "good"]);
    const plain = hooks[1];
    expect(hooks[0]).toMatchObject({
      timeoutMs: plain?.timeoutMs,
      mode: "enforce",
      onFailure: field.startsWith('"onFailure"') ? "block" : "continue",
      disabled: null,
      passEnv: [],
      env: {},
      cwd: null,
    });
  });

  test("a condition that is no expression", async () => {
    const { told, kept } = await judge(around('{"type": "command", "command": "x", "when": "tool_name =="}'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^error .hookline\/hooks.json:2:47: when: "tool_name ==" cannot be judged \(/);
    expect(kept).toEqual(["x", "good"]);
  });

  test("async where it does nothing", async () => {
    const { told, hooks } = await judge(
      around('{"type": "http", "url": "https://example.com", "async": true}'),
    );
    expect(told).toEqual([
      'error .hookline/hooks.json:2:50: a hook of type "http" cannot run in the background; "async" is left out; remove "async"',
    ]);
    expect(hooks[0]).toMatchObject({ type: "http", background: false });
  });

  test("a rule about tools where there are none never holds", async () => {
    const { told, hooks } = await judge(
      `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "if": "Bash"}]}]}}`,
    );
    expect(told).toEqual([
      'error .hookline/hooks.json:1:68: "if" asks about a tool, and Stop has none; the hook never runs; remove "if", or ask about the event with "when"',
    ]);
    expect(hooks[0]?.if?.text).toBe("Bash");
  });
});

describe("groups and events", () => {
  // shows: W-108
  test.each([
    [
      "an unknown event",
      `{"hooks": {\n  "PreTooluse": [{"hooks": [{"type": "command", "command": "x"}]}],\n  "Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:2:3: there is no event "PreTooluse"; its hooks never run; did you mean "PreToolUse"?',
    ],
    [
      "an event that nothing is like",
      `{"hooks": {\n  "Whatever": [],\n  "Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:2:3: there is no event "Whatever"; its hooks never run; docs/events.md lists the events',
    ],
    [
      "no list of groups",
      `{"hooks": {"PreToolUse": {"hooks": []}, "Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:26: "PreToolUse" must be a list of groups, not an object; it is left out; write [ { "hooks": [ … ] } ]',
    ],
    [
      "a group that is none",
      `{"hooks": {"Stop": [7, {"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:21: a group is an object, not 7; it is left out; write { "matcher": …, "hooks": [ … ] }',
    ],
    [
      "a group without hooks",
      `{"hooks": {"Stop": [{}, {"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:21: a group needs a list of "hooks"; it is left out; add "hooks": [ … ]',
    ],
    [
      "hooks that are no list",
      `{"hooks": {"Stop": [{"hooks": {}}, {"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:31: "hooks" must be a list of objects, not an object; the group is left out; write a list of objects',
    ],
    [
      "a matcher that is no string",
      `{"hooks": {"PreToolUse": [{"matcher": ["Bash"], "hooks": [{"type": "command", "command": "x"}]}, {"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:39: "matcher" must be a string or null, not a list; the group is left out; write a string or null',
    ],
    [
      "an unknown key of a group",
      `{"hooks": {"PreToolUse": [{"mathcer": "Bash", "hooks": [${good}]}]}}`,
      'warning .hookline/hooks.json:1:28: the key "mathcer" means nothing here; did you mean "matcher"?',
    ],
    [
      "sequential by a word",
      `{"hooks": {"PreToolUse": [{"sequential": "yes", "hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:42: "sequential" must be true or false, not "yes"; the default holds; write true or false',
    ],
    [
      "a matcher that is no expression",
      `{"hooks": {"PreToolUse": [{"matcher": "(", "hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:39: the matcher "(" is no valid regular expression (Unterminated group), so it never matches; write exact names like Write|Edit, or correct the expression',
    ],
    [
      "a matcher where there is nothing to match",
      `{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [${good}]}]}}`,
      'warning .hookline/hooks.json:1:33: the matcher "Bash" is ignored, because this event has nothing to match: the hook always runs; remove the matcher',
    ],
  ])("%s", async (_name, text, line) => {
    const { told, kept, mustFail } = await judge(text);
    expect(told).toEqual([line]);
    expect(kept).toEqual(["good"]);
    expect(mustFail).toBe(false);
  });

  test("a flat entry is told where it belongs", async () => {
    const { told } = await judge('{"hooks": {"Stop": [{"type": "command", "command": "x"}]}}');
    expect(told.at(-1)).toBe(
      'error .hookline/hooks.json:1:21: a group needs a list of "hooks"; it is left out; put the hook itself into "hooks": [ … ]',
    );
  });

  test("a matcher of null is absent", async () => {
    const { told, hooks } = await judge(`{"hooks": {"PreToolUse": [{"matcher": null, "hooks": [${good}]}]}}`);
    expect(told).toEqual([]);
    expect(hooks[0]?.matcher).toMatchObject({ pattern: null, meaning: "every tool" });
  });
});

describe("the top of the file", () => {
  test.each([
    [
      "an unknown key",
      `{\n  "hook": {}, "hooks": {"Stop": [{"hooks": [${good}]}]}}`,
      'warning .hookline/hooks.json:2:3: the key "hook" means nothing here; did you mean "hooks"?',
    ],
    [
      "a default that is none",
      `{"defaults": {"onFailure": "stop"}, "hooks": {"Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:28: "onFailure" must be one of continue, block, not "stop"; it counts as "block"; write one of continue, block',
    ],
    [
      "a default timeout out of bounds",
      `{"defaults": {"timeout": -1}, "hooks": {"Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:26: "timeout" must be from 0.001 to 86400 seconds, not -1; the default holds; write another number',
    ],
    [
      "more environment than a project may have",
      `{"defaults": {"environment": "whole"}, "hooks": {"Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:30: hooks of this file cannot get the environment "whole"; "scrubbed" holds; name what they need in "passEnv"',
    ],
    [
      "a list that is none",
      `{"allowedHttpHookUrls": "https://example.com", "hooks": {"Stop": [{"hooks": [${good}]}]}}`,
      'error .hookline/hooks.json:1:25: "allowedHttpHookUrls" must be a list of strings, not "https://example.com"; it counts as an empty list; write a list of strings',
    ],
    [
      "an event twice",
      `{"hooks": {"Stop": [{"hooks": [${good}]}],\n"Stop": []}}`,
      'warning .hookline/hooks.json:2:1: "Stop" stands here once more; what is written under all of them is in force; write them as one',
    ],
  ])("%s", async (_name, text, line) => {
    const { told, kept } = await judge(text);
    expect(told).toEqual([line]);
    expect(kept).toEqual(["good"]);
  });

  test("positions count lines of every system", async () => {
    const text = `\uFEFF// our hooks\r\n{"hooks": {"Stop": [\r\n\t{"hooks": [\r\n\t\t{"type": "comand"},\r\n\t\t${good},\r\n\t]},\r\n]}}`;
    const { told, hooks } = await judge(text);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(".hookline/hooks.json:4:12: there is no hook type");
    expect(hooks[0]?.source.text).toBe(".hookline/hooks.json:5:3");
  });
});

describe("what must hold", () => {
  const invalid = '{"type": "command"}';
  test.each([
    ["an ordinary entry", around(invalid), false],
    ["an entry that blocks", around('{"type": "command", "onFailure": "block"}'), true],
    [
      "an entry that blocks by a word that means nothing",
      around('{"type": "command", "onFailure": 1}'),
      true,
    ],
    ["a policy", around('{"type": "rules"}'), true],
    ["a policy that does not block", around('{"type": "rules", "onFailure": "continue"}'), false],
    [
      "one in a file that blocks",
      `{"defaults": {"onFailure": "block"}, "hooks": {"Stop": [{"hooks": [${invalid}]}]}}`,
      true,
    ],
    [
      "one in a group that is none",
      '{"hooks": {"Stop": [{"matcher": 1, "hooks": [{"onFailure": "block"}]}]}}',
      true,
    ],
    [
      "one under an unknown event",
      '{"hooks": {"Sotp": [{"hooks": [{"type": "command", "command": "x", "onFailure": "block"}]}]}}',
      true,
    ],
    [
      "one that never matches",
      '{"hooks": {"PreToolUse": [{"matcher": "(", "hooks": [{"type": "command", "command": "x", "onFailure": "block"}]}]}}',
      true,
    ],
  ])("%s: %j → %j", async (_name, text, expected) => {
    expect((await judge(text)).mustFail).toBe(expected);
  });

  test("every entry of the managed file", async () => {
    const machine = makeMachine();
    machine.write(machine.managed, around(invalid));
    const { mustFail, diagnostics } = await machine.load();
    expect(mustFail).toBe(true);
    expect(diagnostics[0]?.file).toBe(machine.managed);
  });
});
