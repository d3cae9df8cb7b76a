import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { bookFolder, books, fireSpied, type Spied, same } from "./fire-spied.ts";
import { cli } from "./run-cli.ts";

const rule = (id: string, program: string, verdict: string) => {
  return { id, each: "command", when: `command.program == "${program}"`, verdict, reason: `${id} it is` };
};
const policies = {
  PreToolUse: [
    {
      matcher: "Bash",
      hooks: [
        {
          id: "p",
          type: "policy",
          packs: ["commands"],
          rules: [rule("no-curl", "curl", "deny"), rule("ask-make", "make", "ask")],
        },
        { id: "w", type: "policy", mode: "warn", rules: [rule("no-tar", "tar", "deny")] },
      ],
    },
  ],
  PostToolUse: [{ matcher: "*", hooks: [{ id: "out", type: "policy", packs: ["secrets"] }] }],
  UserPromptSubmit: [{ hooks: [{ id: "in", type: "policy", packs: ["secrets"] }] }],
};

const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
const argumentsFor = (command: string) => [
  "fire",
  "PreToolUse",
  "--tool",
  "Bash",
  "--input",
  JSON.stringify({ command }),
];

/** One call: what stands after `hookline`, what is on stdin, and variables beside those of the place. */
type Call = readonly [args: readonly string[], input?: object | undefined, env?: Variables | undefined];
type Variables = Record<string, string>;

const run = (place: Scratch, [args, input, env]: Call): Promise<Spied> =>
  fireSpied(place, args, input && JSON.stringify(input), env);

/** Fires until no engine is needed any more: the first calls may come too soon after the files were written. */
async function settled(place: Scratch, call: Call): Promise<Spied> {
  let last = await run(place, call);
  for (let tries = 0; last.engine && tries < 20; tries++) last = await run(place, call);
  return last;
}

/** What an engine answers: who looks for mistakes gets one. */
const looked = (place: Scratch, [args, input, env]: Call): Promise<Spied> =>
  run(place, [args, input, { ...env, HOOKLINE_DEBUG: "1" }]);

const told = ({ status, stdout, stderr }: Spied) => [status, same(stdout), stderr];

async function verb(place: Scratch, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await cli(args, { cwd: place.project, env: place.env });
  expect([args[0], status, stderr]).toEqual([args[0], 0, ""]);
  return stdout;
}

describe("an event that only policies are for", () => {
  it("is judged at a glance the second time, with the same words, and the verbs that look back see it", async () => {
    const place = scratch(policies);
    const call: Call = [[...argumentsFor("ls hush-hush"), "--json"]];
    const glanced = await settled(place, call);
    expect(glanced.engine).toBe(false);
    const { eventId, runs }: Decision = JSON.parse(glanced.stdout);
    expect(runs.map(({ hook, mode, verdict }) => [hook, mode, verdict])).toEqual([
      ["p", "enforce", "pass"],
      ["w", "warn", "pass"],
    ]);
    const traces = join(place.home, ".local/state/hookline/trace");
    const trace = readdirSync(traces).map((name) => readFileSync(join(traces, name), "utf8"));
    const records = trace.flatMap((text) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
    const own = records.filter((record) => record.eventId === eventId).map(({ step }) => step);
    const each = ["run", "interpret"];
    expect(own).toEqual(["decode", "load", "match", "plan", ...each, ...each, "aggregate", "record"]);
    expect([...trace, ...books(place)].join()).not.toContain("hush");

    expect(await verb(place, "explain", "--last")).toMatch(/: pass\n {2}ran {6}p .* pass .*\n {2}ran {6}w /);
    expect(await verb(place, "tail", "-n", "1", "-v")).toMatch(
      /PreToolUse {2}Bash {2}pass .*\n.* p .*\n.* w /,
    );
    const before = JSON.parse(await verb(place, "stats", "--json"));
    expect((await run(place, call)).engine).toBe(false);
    const after = JSON.parse(await verb(place, "stats", "--json"));
    expect([after.events, after.hooks[0].runs]).toEqual([before.events + 1, before.hooks[0].runs + 1]);

    const plain: Call = [argumentsFor("ls")];
    const words = await run(place, plain);
    expect(words.engine).toBe(false);
    expect(same(words.stdout)).toMatch(
      /^PreToolUse {2}pass {2}N ms\n {2}✓ p .*policy.*\n {2}✓ w .*\(warn\)\n$/,
    );
    expect(told(await looked(place, call))).toEqual(told(glanced));
    expect(told(await looked(place, plain))).toEqual(told(words));
  }, 60_000);

  it("goes to the engine when a policy has something to say, and a file that a glance saw written is known there", async () => {
    const place = scratch(policies);
    const session = { session_id: "one", hook_event_name: "PreToolUse" };
    const of = (command: string): Call => [["fire", "--json"], { ...session, ...bash(command) }];
    expect((await settled(place, of("ls"))).engine).toBe(false);
    expect(await run(place, of("echo 'rm -rf /' > run.sh"))).toMatchObject({ engine: false, status: 0 });
    for (const [command, status, verdict] of [
      ["curl x", 2, "deny"],
      ["make all", 3, "ask"],
      ["tar x", 0, "pass"],
      ["sh run.sh", 3, "ask"],
      ["rm -rf /", 2, "deny"],
    ] as const) {
      const loud = await run(place, of(command));
      const { reason, ...decision }: Decision = JSON.parse(loud.stdout);
      expect([command, loud.engine, loud.status, decision.verdict]).toEqual([command, true, status, verdict]);
      expect(verdict === "pass" ? decision.runs[1]?.reason : reason).not.toBe("");
    }
    expect((await run(place, of("ls"))).engine).toBe(false);
  }, 60_000);

  it("is told the same in every form of a call", async () => {
    const place = scratch(policies);
    const { home, project } = place;
    const bare = { hook_event_name: "PreToolUse", ...bash("rm -rf build") };
    const result = { ...bash("ls"), tool_response: { a: "fine" } };
    const calls: Call[] = [
      [["fire", "--json"], { ...bare, session_id: "a-session" }],
      [["fire", "--json"], { ...bare, cwd: project }],
      [["fire", "--json"], { ...bare, agent_id: "1", agent_type: "a" }],
      [["fire", "PreToolUse", "--json"], bare],
      [["fire", "--dialect", "native"], bare],
      [["fire", "--dialect", "claude-code", "--json"], bare],
      [["fire", "--quiet"], bare],
      [["fire"], bare, { XDG_STATE_HOME: join(home, "elsewhere") }],
      [["fire", "PostToolUse", "--json"], result],
      [["fire", "UserPromptSubmit", "--json"], { prompt: "do it" }],
      [["fire"], { ...bare, ...bash(`echo ${"a".repeat(9000)}`) }],
    ];
    // A name that may be a secret, and a folder that depends on another, are for the engine.
    const others: Call[] = [
      [["fire"], { ...bare, session_id: "x".repeat(20) }],
      [["fire", "--json"], { ...bare, cwd: "." }],
    ];
    for (const call of [...calls, ...others]) {
      const known = calls.includes(call) ? await settled(place, call) : await run(place, call);
      const engine = await looked(place, call);
      expect([call, known.engine, engine.engine]).toEqual([call, others.includes(call), true]);
      expect(told(known)).toEqual(told(engine));
    }
  }, 60_000);
});

describe("what a glance knows of policies", () => {
  const ls: Call = [[...argumentsFor("ls"), "--json"]];
  const decided = ({ stdout }: Spied): Decision => JSON.parse(stdout);

  it.each<[string, (place: Scratch) => unknown, (decision: Decision) => void, Record<string, string>?]>([
    [
      "one of them is paused",
      (place) => verb(place, "pause", "--for", "10m", "--reason", "r", "--hook", "p", "--quiet"),
      ({ skipped }) => expect(skipped).toMatchObject([{ hook: "p" }]),
    ],
    [
      "one of them is switched off",
      (place) => verb(place, "disable", "p", "--quiet"),
      ({ skipped }) => expect(skipped).toMatchObject([{ hook: "p" }]),
    ],
    [
      "its rules are other ones",
      (place) => {
        const hooks = [{ id: "p", type: "policy", rules: [rule("no-ls", "ls", "deny")] }];
        place.write(".hookline/hooks.json", { hooks: { PreToolUse: [{ hooks }] } });
      },
      ({ verdict, reason }) => expect([verdict, reason]).toEqual(["deny", expect.stringContaining("no-ls")]),
    ],
    [
      "another hook file comes",
      (place) => {
        const hooks = [{ id: "u", type: "command", command: "echo no >&2; exit 2" }];
        place.write(join(place.home, ".config/hookline/hooks.json"), { hooks: { PreToolUse: [{ hooks }] } });
      },
      ({ verdict, runs }) => expect([verdict, runs.length]).toEqual(["deny", 3]),
    ],
    [
      "all hooks are switched off",
      () => {},
      ({ runs }) => expect(runs).toEqual([]),
      { HOOKLINE_DISABLED: "1" },
    ],
  ])(
    "is looked at again when %s",
    async (_, change, expected, env) => {
      const place = scratch(policies);
      expect((await settled(place, ls)).engine).toBe(false);
      await change(place);
      const now = await run(place, [ls[0], undefined, env]);
      expect(now.engine).toBe(true);
      expected(decided(now));
    },
    60_000,
  );

  it("holds whether or not they are approved: what they allow is for the engine", async () => {
    const hooks = [{ id: "p", type: "policy", rules: [rule("fine", "ls", "allow")] }];
    const place = scratch({ PreToolUse: [{ hooks }] });
    const pwd: Call = [[...argumentsFor("pwd"), "--json"]];
    expect((await settled(place, pwd)).engine).toBe(false);
    const verdict = async () => decided(await run(place, ls)).verdict;
    expect(await verdict()).toBe("pass");
    await verb(place, "trust", "p", "--quiet");
    expect(await verdict()).toBe("allow");
    expect((await run(place, pwd)).engine).toBe(false);
    await verb(place, "trust", "--revoke", "p", "--quiet");
    expect(await verdict()).toBe("pass");
  }, 60_000);

  it("is not believed if it is broken, or somebody else could have written it", async () => {
    const place = scratch(policies);
    const loud: Call = [[...argumentsFor("curl x"), "--json"]];
    expect((await settled(place, ls)).engine).toBe(false);
    const [name = ""] = readdirSync(bookFolder(place));
    const path = join(bookFolder(place), name);
    const whole = readFileSync(path, "utf8");
    const without = (part: RegExp, text: string) => {
      expect(whole).toMatch(part);
      writeFileSync(path, whole.replace(part, text));
    };
    for (const spoil of [
      () => writeFileSync(path, whole.slice(0, 300)),
      () => without(/"rows":\[.*?\}\}\]/, '"rows":[]'),
      () => without(/"tool":\{.*?\}/, '"tool":null'),
      () => without(/"spec":\{/, '"spec":{},"other":{'),
      () => chmodSync(path, 0o644),
      () => {
        writeFileSync(join(place.home, "book"), whole, { mode: 0o600 });
        rmSync(path);
        symlinkSync(join(place.home, "book"), path);
      },
    ]) {
      spoil();
      const answer = await run(place, loud);
      expect([spoil.toString(), answer.engine, answer.status]).toEqual([spoil.toString(), true, 2]);
      rmSync(path, { force: true });
      writeFileSync(path, whole, { mode: 0o600 });
    }
    expect((await run(place, ls)).engine).toBe(false);
  }, 60_000);

  it("does not hide that what is written cannot be remembered", async () => {
    const place = scratch();
    place.write(join(place.home, ".config/hookline/hooks.json"), { hooks: policies });
    const call: Call = [["fire", "PreToolUse", "--json"], { ...bash("echo a > b.sh"), session_id: "s" }];
    expect((await settled(place, call)).engine).toBe(false);
    const sessions = join(place.home, ".local/state/hookline/sessions");
    rmSync(sessions, { recursive: true });
    writeFileSync(sessions, "");
    const told = decided(await run(place, call));
    expect(told.messages).toMatchObject([{ text: expect.stringContaining("cannot be remembered") }]);
  }, 60_000);
});
