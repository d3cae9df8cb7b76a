import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { explainAnswer } from "../../src/cli/answers/explain.ts";
import type { Explanation } from "../../src/cli/explain/explanation.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";
import { strictSchemas } from "./strict-schemas.ts";

const run = (place: Scratch, ...args: string[]) =>
  cli(["explain", ...args], { cwd: place.project, env: place.env });
const bash = (command: string) => ["PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command })];
const validate = strictSchemas().compile(explainAnswer);

/** What `--json` prints; it fits the schema. */
async function explained(place: Scratch, ...args: string[]): Promise<Explanation> {
  const { status, stdout, stderr } = await run(place, ...args, "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const value = JSON.parse(stdout);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  return value;
}

const hook = (id: string, more: object = {}) => ({ id, type: "command", command: `echo ${id}`, ...more });
const group = (matcher: string, ...hooks: object[]) => ({ matcher, hooks });

/** Hooks of the user's own file, which need no approval. */
function ofUser(place: Scratch, hooks: object, rest: object = {}): Scratch {
  place.write(join(place.home, ".config/hookline/hooks.json"), { hooks, ...rest });
  return place;
}

const answersOf = ({ hooks }: Explanation) => Object.fromEntries(hooks.map(({ id, answer }) => [id, answer]));

describe("hookline explain", () => {
  it("says of every hook whether it runs, why not, and what to do", async () => {
    const place = ofUser(scratch({ PreToolUse: [group("Bash", hook("team"))] }), {
      PreToolUse: [
        group("Bash", hook("on"), hook("off", { enabled: false }), hook("copy", { command: "echo on" })),
        group(
          "Bash",
          hook("iffed", { if: "Bash(git push *)" }),
          hook("whenned", { when: 'tool.command == "x"' }),
        ),
        group("Write", hook("write")),
      ],
      PostToolUse: [group("Bash", hook("after"))],
      Stop: [{ hooks: [hook("stop")] }],
    });
    const all = await explained(place, ...bash("ls --token=ghp_0123456789abcdefghijklmnopqrstuvwxyz"));
    expect(answersOf(all)).toEqual({
      on: "runs",
      team: "untrusted",
      off: "skipped",
      copy: "skipped",
      iffed: "skipped",
      whenned: "skipped",
      write: "unmatched",
      after: "other-event",
      stop: "other-event",
    });
    expect(all.count).toEqual({ run: 1, event: 7, all: 9 });
    const of = (id: string) => all.hooks.find((one) => one.id === id);
    expect(of("team")).toMatchObject({ near: true, todo: ["look at it, then: hookline trust team"] });
    expect(of("off")).toMatchObject({ near: true, why: ['disabled: "enabled" is false'] });
    expect(of("copy")?.why[0]).toMatch(/^duplicate of on \(~\/\.config\/hookline\/hooks\.json:\d+:\d+\)$/);
    expect(of("after")).toMatchObject({ near: true });
    expect(of("stop")).toMatchObject({ near: false });
    expect(of("iffed")?.conditions).toMatchObject([{ name: "if", text: "Bash(git push *)", holds: false }]);
    const [when] = of("whenned")?.conditions ?? [];
    expect(when).toMatchObject({ name: "when", holds: false });
    // What the condition looked at is shown, and a secret in it is not.
    expect(Object.keys(when?.looked ?? {})).toEqual(["tool.command"]);
    expect(JSON.stringify(all)).not.toContain("ghp_0123456789");
    expect(of("on")).toMatchObject({
      order: 0,
      timeoutMs: 600_000,
      onFailure: "continue",
      environment: "whole",
      cwd: place.project,
    });
    const { stdout } = await run(place, ...bash("ls"));
    expect(stdout).toContain("PreToolUse of Bash: 1 of 7 hooks would run; 9 are configured in all");
    expect(stdout).toMatch(/^ {2}! team {2}\.hookline\/hooks\.json:\d+:\d+ {2}command, exactly Bash$/m);
  });

  it("tells what runs together and what waits", async () => {
    const chain = {
      sequential: true,
      hooks: [hook("first"), hook("second", { async: true }), hook("third")],
    };
    const place = ofUser(scratch(), { PreToolUse: [{ hooks: [hook("alone", { mode: "shadow" })] }, chain] });
    const all = await explained(place, ...bash("ls"));
    expect(all.order).toEqual([{ dialect: "native", strands: [["alone"], ["first", "third"], ["second"]] }]);
    expect(all.hooks.map(({ id, after }) => [id, after])).toEqual([
      ["alone", []],
      ["first", []],
      ["second", []],
      ["third", ["first"]],
    ]);
    const why = Object.fromEntries(all.hooks.map(({ id, why: texts }) => [id, texts.join(" ")]));
    expect(why.alone).toContain("only recorded");
    expect(why.second).toContain("background");
  });

  it("says what may be behind it: broken files, files that are not read, hooks of another dialect", async () => {
    const place = ofUser(scratch({ PreTooluse: [{ hooks: [hook("typo")] }] }), {});
    place.write(".claude/settings.json", { hooks: { PreToolUse: [group("Bash", hook("theirs"))] } });
    place.write(".claude/hooks.json", {});
    place.write("../.hookline/hooks.json", { hooks: {} });
    const all = await explained(place, ...bash("ls"), "--dialect", "native");
    expect(all.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('there is no event "PreTooluse"'),
    ]);
    expect(all.unread.map(({ path }) => path)).toEqual([".claude/hooks.json", "../.hookline/hooks.json"]);
    const [theirs] = all.hooks;
    expect(theirs).toMatchObject({ dialect: "claude-code", answer: "not-chosen" });
    expect(theirs?.todo).toEqual(["add --dialect claude-code, or leave --dialect out"]);
  });

  it("judges no condition without the values, and says so", async () => {
    const place = ofUser(scratch(), {
      PreToolUse: [{ hooks: [hook("whenned", { when: 'tool.command == "x"' })] }],
    });
    const all = await explained(place, "PreToolUse", "--tool", "Bash");
    expect(all).toMatchObject({ conditions: "assumed", blanks: ["tool_input"] });
    expect(all.hooks).toMatchObject([{ answer: "runs", conditions: [{ holds: null, looked: {} }] }]);
    const { stdout } = await run(place, "PreToolUse", "--tool", "Bash");
    expect(stdout).toContain('no "if" and no "when" is judged; give --input or --payload');
  });

  it.each([
    [[], /^hookline: which event\? Name it \(hookline explain PreToolUse …\)/],
    [["PreToolUze"], /^hookline: there is no event "PreToolUze"; did you mean PreToolUse\?/],
    [["PreToolUse"], /^hookline: matchers of PreToolUse are about "tool_name", .* --tool NAME/],
    [["SessionStart"], /"source"/],
    [["--last", "--tool", "Bash"], /^hookline: --last explains what was fired/],
    [["--last", "PreToolUze"], /^hookline: there is no event "PreToolUze"; did you mean PreToolUse\?/],
    [["--last"], /^hookline: no event of this project is in the trace .*: none was fired here yet; name one/],
    [
      [...bash("ls"), "--hook", "nobody"],
      /^hookline: there is no hook "nobody"; "hookline list" shows the ids/,
    ],
    [["--payload", "no-such-file"], /^hookline: --payload no-such-file/],
  ])("refuses %j with one line", async (args, line) => {
    const { status, stdout, stderr } = await run(scratch(), ...args);
    expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([1, "", 1]);
    expect(stderr).toMatch(line);
  });
});

describe("hookline explain --run", () => {
  const hooks = {
    PreToolUse: [
      {
        hooks: [
          hook("denies", { command: "echo not today >&2; exit 2" }),
          hook("allows", { command: 'echo \'{"decision":"approve"}\'' }),
          hook("shadows", { command: "exit 2", mode: "shadow" }),
          hook("rewrites", {
            command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls -l"}}}'`,
          }),
          hook("slips", { command: "python3 /no/such/file.py" }),
          hook("unknown", { command: "no-such-command-here" }),
        ],
      },
    ],
  };

  it("says what each said, who won and why, with the exit status of fire", async () => {
    const place = ofUser(scratch(), hooks);
    const { status, stdout } = await run(place, ...bash("ls"), "--run", "--json");
    expect(status).toBe(2);
    const all: Explanation = JSON.parse(stdout);
    expect(validate(all), JSON.stringify(validate.errors)).toBe(true);
    expect(all.decision).toMatchObject({ verdict: "deny", updatedInput: null });
    expect(all.won?.by).toEqual(["denies", "slips"]);
    expect(all.won?.why).toEqual([
      expect.stringMatching(/^deny by denies \(.*\) and slips \(.*\): it is stronger than allow and pass$/),
      expect.stringContaining("the new input of rewrites does not hold: the verdict is deny"),
    ]);
    const hints = Object.fromEntries(all.said.map(({ hook: id, hint }) => [id, hint]));
    expect(hints.slips).toMatch(/^2 blocks, and this looks like a mistake in the call/);
    expect(hints.unknown).toMatch(/^127: a command was not found/);
    expect(hints.denies).toBeNull();
    // What is tried out is no event of the project.
    expect((await run(place, "--last")).stderr).toContain("none was fired here yet");
  });

  it("says what would run before it runs: a hook may take long", async () => {
    const slow = hook("slow", { command: "sleep 60", timeout: 8 });
    const place = ofUser(scratch(), { PreToolUse: [group("Bash", slow)] });
    const given = { cwd: place.project, env: place.env, steps: [["deadline 8 s", "\x03"]] as const };
    const { status, stderr } = await onTerminal(["explain", ...bash("ls"), "--run"], given);
    expect([status, stderr]).toEqual([130, ""]);
  });

  it("runs nothing that is not approved, unless it is told to", async () => {
    const place = scratch({ PreToolUse: [{ hooks: [hook("team", { command: "exit 2" })] }] });
    const refused = await run(place, ...bash("ls"), "--run");
    expect(refused.status).toBe(0);
    expect(refused.stdout).toContain("untrusted");
    expect((await run(place, ...bash("ls"), "--run", "--trust")).status).toBe(2);
  });
});

describe("hookline explain --last and --hook", () => {
  const place = () =>
    ofUser(scratch(), {
      PreToolUse: [
        group("bash", hook("small")),
        group("Bash", hook("guard", { command: "exit 2", when: 'tool.command == "rm"' }), hook("other")),
      ],
      Stop: [{ hooks: [hook("stop")] }],
    });
  const fire = ({ project, env }: Scratch, ...args: string[]) =>
    cli(["fire", ...args], { cwd: project, env });

  it("tells what happened then, and what would happen today", async () => {
    const given = place();
    await fire(given, ...bash("rm"));
    const all = await explained(given, "--last");
    expect(all.last).toMatchObject({
      event: "PreToolUse",
      subject: "Bash",
      verdict: "deny",
      project: given.project,
    });
    expect(all.last?.runs.map(({ hook: id }) => id)).toEqual(["guard", "other"]);
    expect(all).toMatchObject({ conditions: "assumed", blanks: ["tool_input"] });
    const { stdout } = await run(given, "--last");
    expect(stdout).toMatch(/^Then: PreToolUse of Bash, just now \(.*\): deny$/m);
    expect(stdout).toMatch(/^ {2}ran {6}guard {2}.* exit 2, deny {2}\d+ ms$/m);
    expect(stdout).toContain('"hookline record start" keeps them from now on');
  });

  it("takes the values from what was recorded", async () => {
    const given = place();
    await fire(given, ...bash("rm"));
    const { last } = await explained(given, "--last");
    const payload = {
      hook_event_name: "PreToolUse",
      session_id: last?.session,
      cwd: given.project,
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: "t",
      permission_mode: "default",
    };
    const records = join(given.home, ".local/state/hookline/records");
    mkdirSync(records, { recursive: true });
    const lines = [
      { v: 1, eventId: "another", payload: {} },
      { v: 1, eventId: last?.eventId, payload },
    ];
    given.write(
      join(records, "s.jsonl"),
      `no JSON\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
    );
    const all = await explained(given, "--last");
    expect(all.conditions).toBe("judged");
    expect(all.hooks.find(({ id }) => id === "guard")).toMatchObject({
      answer: "skipped",
      conditions: [{ holds: false, looked: { "tool.command": "ls" } }],
    });
  });

  it("puts the answer about one hook into the first line", async () => {
    const given = place();
    await fire(given, ...bash("ls"));
    const { status, stdout } = await run(given, "--hook", "small");
    expect(status).toBe(0);
    const [first, ...rest] = stdout.split("\n");
    expect(first).toBe(
      'small would not run on PreToolUse of Bash: its matcher means exactly bash, and the tool is "Bash": case counts',
    );
    expect(rest.join("\n")).toContain('do:  write "matcher": "Bash"');
    expect(rest.join("\n")).toContain("  it did not match\n");
    expect((await explained(given, "--hook", "small")).hooks.map(({ id }) => id)).toEqual(["small"]);
    const never = await run(given, "--hook", "stop");
    expect([never.status, never.stdout]).toEqual([
      0,
      expect.stringContaining("note  no Stop was fired in this project in the last 7 days"),
    ]);
  });

  it("answers where nothing was fired yet, by an event that the hook fits or nearly fits", async () => {
    const place = ofUser(scratch({ PreToolUse: [group("Bash", hook("team"))] }), {
      PreToolUse: [
        group("bash", hook("lower")),
        group("mcp__a__b", hook("other")),
        group("Write|Edit", hook("fits")),
      ],
      Notification: [group("idle_prompt", hook("idle"))],
      Stop: [{ hooks: [hook("stop")] }],
    });
    const first = async (id: string) => {
      const { status, stdout } = await run(place, "--hook", id);
      expect([status, stdout]).toEqual([
        0,
        expect.stringContaining("note  no event was fired in this project"),
      ]);
      return stdout.split("\n")[0];
    };
    expect(await first("team")).toBe("team would not run on PreToolUse of Bash: it is not approved");
    expect(await first("lower")).toMatch(/^lower would not run on PreToolUse of Bash: .* case counts/);
    expect(await first("other")).toBe("other would run on PreToolUse of mcp__a__b");
    expect(await first("fits")).toMatch(/^fits would run on PreToolUse of (?:Write|Edit)$/);
    expect(await first("idle")).toBe("idle would run on Notification of idle_prompt");
    expect(await first("stop")).toBe("stop would run on Stop");
    const { status, stderr } = await run(place, "--hook", "stopp");
    expect([status, stderr]).toEqual([1, 'hookline: there is no hook "stopp"; did you mean "stop"?\n']);
  });

  it("doubts an event that is never fired here", async () => {
    const given = place();
    await fire(given, ...bash("ls"));
    const { doubts } = await explained(given, "Stop");
    expect(doubts).toEqual([
      "no Stop was fired in this project in the last 7 days (fired were: PreToolUse 1)",
    ]);
  });

  it("explains what it can where the trace cannot be read", async () => {
    const given = place();
    const day = new Date().toISOString().slice(0, 10);
    mkdirSync(join(given.home, `.local/state/hookline/trace/${day}.jsonl`), { recursive: true });
    const { doubts, count } = await explained(given, ...bash("ls"));
    expect(count.event).toBe(3);
    expect(doubts).toEqual([
      expect.stringMatching(/^what was fired here is not known, for the trace cannot be read/),
    ]);
    const one = await run(given, "--hook", "stop");
    expect([one.status, one.stdout.split("\n")[0]]).toEqual([0, "stop would run on Stop"]);
    const last = await run(given, "--last");
    expect([last.status, last.stderr]).toEqual([1, expect.stringContaining("move it away: mv ")]);
  });

  it("takes names for one another that people do", async () => {
    const given = place();
    given.write("event.json", { agent_type: "Explore" });
    const { hooks } = await explained(given, "SubagentStop", "--payload", "event.json", "--hook", "stop");
    expect(hooks).toMatchObject([{ id: "stop", answer: "other-event", near: true }]);
  });

  it("is as readable on a terminal", async () => {
    const given = place();
    const { status, stdout } = await onTerminal(["explain", ...bash("ls"), "--hook", "small"], {
      cwd: given.project,
      env: given.env,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\u001b\[33msmall would not run on PreToolUse of Bash/);
  });
});
