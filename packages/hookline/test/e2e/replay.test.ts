import { existsSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { replaySchema } from "../../src/cli/replay/answer.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const ajv = new Ajv2020({ formats: { "date-time": true } });
const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const rule = (id: string, program: string, more: object = {}) => ({
  type: "policy",
  id,
  rules: [
    {
      id: "r",
      each: "command",
      verdict: "deny",
      when: `command.program == "${program}"`,
      reason: `no ${program}`,
    },
  ],
  ...more,
});
const hooks = (...list: object[]) => ({ PreToolUse: [{ matcher: "Bash", hooks: list }] });

/** A project with hooks, and these commands recorded in one session, in this process. */
async function recorded(list: readonly object[], lines: readonly string[]): Promise<Scratch> {
  const place = scratch(hooks(...list));
  const engine = await place.engine({ sessionId: "session-one" });
  await engine.approve(engine.hooks);
  await engine.recording().start({ forMs: 3_600_000 });
  for (const command of lines)
    await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command } });
  await engine.recording().stop();
  await engine.close();
  return place;
}

describe("hookline replay", () => {
  it("finds no difference in what was just recorded, and says what a shadow would have done", async () => {
    const place = await recorded(
      [rule("guard", "git"), rule("net", "curl", { mode: "shadow" }), { type: "command", command: "exit 0" }],
      ["git push", "curl x", "curl y", "ls"],
    );
    const { status, stdout, stderr } = await run(place, "replay");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^4 events: all the same\n\nnet \(shadow\): would have denied 2 of 4 \(it saw 4\) {2}\.hookline\/hooks\.json:\d+:\d+\n/,
    );
    expect(stdout).toContain("PreToolUse Bash  curl x  deny: no curl (rule r)\n");
    expect(stdout).toMatch(
      /to let it count, remove "mode": "shadow" from its entry in \.hookline\/hooks\.json:\d+:\d+\n$/,
    );
    const would = await run(place, "replay", "--would");
    expect(would.stdout).toMatch(/^net \(shadow\): would have denied 2 of 4/);
  });

  it("shows what another file would decide, to people and to programs, and runs nothing of it", {
    timeout: 30_000,
  }, async () => {
    const place = await recorded([rule("guard", "git")], ["git push", "curl x", "ls"]);
    place.write("other.json", {
      hooks: hooks(rule("net", "curl"), { type: "command", id: "new", command: "touch ran" }),
    });
    const args = ["replay", "--with", "other.json"];
    const text = await run(place, ...args);
    expect(text.status).toBe(2);
    expect(text.stdout).toMatch(
      /^3 events: 1 the same as far as they could be judged, 1 would be denied that was not, 1 not judged\n\n.*PreToolUse Bash {2}curl x {2}\S+\n {2}pass → deny {2}by net \(other\.json:\d+:\d+\): no curl \(rule r\)\n/,
    );
    expect(text.stdout).toContain(
      "not judged: 1 hook needs --run, which really runs them\n  new  command  other.json:",
    );
    const json = await run(place, ...args, "--json");
    const answer = JSON.parse(json.stdout);
    expect(ajv.validate(replaySchema, answer), ajv.errorsText()).toBe(true);
    expect(json.status).toBe(2);
    expect(answer).toMatchObject({
      events: 3,
      unsure: 1,
      endings: { same: 1, stricter: 1, looser: 0, other: 0, unknown: 1 },
      changes: { "pass → deny": 1 },
      differences: [
        { before: "pass", after: "deny", about: "curl x", byNow: [{ hook: "net" }], whole: true },
      ],
      notJudged: { hooks: [{ hook: "new", events: 3, why: "no recorded answer" }] },
    });
    // Not approved, so it does not run either; with --trust it does.
    const refused = await run(place, ...args, "--run", "--exit-zero");
    expect([refused.status, existsSync(join(place.project, "ran"))]).toEqual([0, false]);
    expect(refused.stdout).toContain("not approved, so it did not run, for 3 events");
    const ran = await run(place, ...args, "--run", "--trust");
    expect([ran.status, existsSync(join(place.project, "ran"))]).toEqual([2, true]);
    expect(ran.stdout).toContain("1 was denied and would not be");
    expect(ran.stdout).toContain("deny → pass  it was guard (.hookline/hooks.json:");
  });

  it("judges one event, one session, the last, or those of a name or time", { timeout: 30_000 }, async () => {
    const place = await recorded([rule("guard", "git")], ["git push", "ls"]);
    const events = async (...args: string[]) =>
      JSON.parse((await run(place, "replay", "--json", ...args)).stdout).events;
    const first =
      (await run(place, "record", "show", "session-one")).stdout.split("\n")[0]?.split(" ").at(-1) ?? "";
    expect(await events(first)).toBe(1);
    expect(await events("session")).toBe(2);
    expect(await events("--last")).toBe(1);
    expect(await events("--event", "PreToolUse", "--since", "1h")).toBe(2);
    const none = await run(place, "replay", "--event", "Stop");
    expect([none.status, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toMatch(
      /^hookline: nothing that fits is recorded of this project; "hookline record start" begins/,
    );
  });

  it("reads a file of another agent by its name, and in colour on a terminal", async () => {
    const place = await recorded([rule("guard", "git")], ["git push"]);
    place.write("proposal/.claude/settings.json", { hooks: {} });
    const { status, stdout } = await onTerminal(["replay", "--with", "proposal/.claude/settings.json"], {
      cwd: place.project,
      env: place.env,
    });
    expect(status).toBe(2);
    expect(stdout).toContain("\u001b[33mdeny → pass\u001b[39m");
    const wrong = await run(place, "replay", "--with", "other", "--dialect", "klingon");
    expect(wrong.stderr).toBe(`hookline: ${join(place.project, "other")}: there is no such file\n`);
    place.write("other", "{ half");
    const broken = await run(place, "replay", "--with", "other");
    expect([broken.status, broken.stdout]).toEqual([1, ""]);
    expect(broken.stderr).toMatch(
      /^other:1:3: .*\nhookline: hooks that cannot be read cannot judge: mend the file first\n$/,
    );
    place.write("other", { hooks: {} });
    const unknown = await run(place, "replay", "--with", "other", "--dialect", "klingon");
    expect([unknown.status, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/^hookline: there is no dialect "klingon"; known are: native/),
    ]);
  });

  it.each([
    [["--since", "soon"], "--since soon: no time; write 30s, 15m"],
    [["--event", "PreTolUse"], 'there is no event "PreTolUse"; did you mean PreToolUse?'],
    [["--trust"], "--trust is for --run: without it nothing runs"],
    [["--dialect", "native"], "--dialect says what the file of --with is"],
    [["--limit", "0"], "--limit 0: a whole number above 0 is wanted"],
    [["x", "--last"], "--last is the last event of all: leave out x, or --last"],
    [["x"], 'nothing is recorded under "x"; "hookline record list" shows the sessions'],
  ])("refuses %j with one line that says what to do", async (args, said) => {
    const { status, stdout, stderr } = await run(scratch(), "replay", ...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n")).toEqual([expect.stringContaining(`hookline: ${said}`), ""]);
  });

  it("has help that says what is of now, what runs, and the exit status", async () => {
    const { status, stdout } = await run(scratch(), "replay", "--help");
    expect(status).toBe(0);
    for (const text of [
      "Examples:\n  hookline replay --since 7d",
      "is that of now",
      "--run really runs them",
      "Exit status: 0",
    ])
      expect(stdout).toContain(text);
  });
});
