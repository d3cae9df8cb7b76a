import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { listVerb } from "../../src/cli/record/list.ts";
import { showVerb } from "../../src/cli/record/show.ts";
import { statusVerb } from "../../src/cli/record/status.ts";
import { commands, type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const ajv = new Ajv2020({ formats: { "date-time": true } });
const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const secret = `ghp_${"a1B2".repeat(9)}`;
const call = (session: string, command: string) =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: session,
    tool_name: "Bash",
    tool_input: { command },
  });

describe("hookline record", () => {
  it("starts, writes what is fired by other processes, lists, shows, stops and clears", {
    timeout: 30_000,
  }, async () => {
    const place = scratch(commands({ id: "guard", command: "echo no >&2; exit 2" }));
    const fire = (session: string, command: string) =>
      cli(["fire", "--quiet", "--trust"], {
        cwd: place.project,
        env: place.env,
        input: call(session, command),
      });
    expect((await run(place, "record")).stdout).toMatch(/^off {2}"hookline record start" switches it on\n/);
    const started = await run(place, "record", "start", "--for", "2h");
    expect([started.status, started.stderr]).toEqual([0, ""]);
    expect(started.stdout).toContain(`recording events of ${place.project} until `);
    await fire("session-one", `echo ${secret}`);
    await fire("session-two", "ls");

    const status = await run(place, "record", "status", "--json");
    const now = JSON.parse(status.stdout);
    expect(ajv.validate(statusVerb.answers ?? false, now), ajv.errorsText()).toBe(true);
    expect(now).toMatchObject({
      recording: [{ project: place.project }],
      problem: null,
      mostBytes: 512 * 1024 * 1024,
    });
    const listed = await run(place, "record", "list", "--json");
    const rows = JSON.parse(listed.stdout);
    expect(ajv.validate(listVerb.answers ?? false, rows), ajv.errorsText()).toBe(true);
    expect(rows).toMatchObject([
      { session: "session-one", events: 1, verdicts: { deny: 1, pass: 0 } },
      { session: "session-two", events: 1 },
    ]);
    expect((await run(place, "record", "list")).stdout).toMatch(
      / {2}session-one {2}1 event: 1 deny\n.* {2}session-two {2}/,
    );

    const shown = await run(place, "record", "show", "session-o", "--json");
    const record = JSON.parse(shown.stdout);
    expect(ajv.validate(showVerb.answers ?? false, record), ajv.errorsText()).toBe(true);
    expect(record).toMatchObject({
      session: "session-one",
      redacted: true,
      runs: [{ hook: "guard", exitCode: 2 }],
    });
    const whole = await run(place, "record", "show", record.eventId);
    expect(whole.stdout).toContain("secrets were taken out of the payload");
    expect(whole.stdout).toMatch(/guard {2}\.hookline\/hooks\.json:\d+:\d+ {2}deny: no\n/);
    expect(shown.stdout + whole.stdout).not.toContain(secret);

    expect((await run(place, "record", "stop")).stdout).toBe("the recording has ended\n");
    await fire("session-three", "ls");
    expect(JSON.parse((await run(place, "record", "list", "--json")).stdout)).toHaveLength(2);
    expect((await run(place, "record", "clear", "--older-than", "1d")).stdout).toBe(
      "there was nothing to remove\n",
    );
    expect((await run(place, "record", "clear")).stdout).toBe("removed 2 files of records\n");
    expect((await run(place, "record", "list")).stdout).toContain("nothing is recorded of this project yet");
  });

  it("shows it in colour on a terminal, and what a model wrote cannot steer it", async () => {
    const place = scratch();
    const env = { ...place.env };
    await run(place, "record", "start");
    await cli(["fire", "--quiet"], { cwd: place.project, env, input: call("s", "ls \u001b[2J\u202e") });
    const { status, stdout } = await onTerminal(["record", "show", "s"], { cwd: place.project, env });
    expect(status).toBe(0);
    expect(stdout).toContain("\u001b[32mpass\u001b[39m");
    expect(stdout).toContain("ls \\u001b[2J\\u202e");
    const plain = await onTerminal(["record", "status"], {
      cwd: place.project,
      env: { ...env, NO_COLOR: "1" },
    });
    expect(plain.stdout).toMatch(/^on {2}this project, until /);
  });

  it("has help with an example and the exit status, for each of its verbs", async () => {
    const place = scratch();
    for (const args of [["record"], ["record", "start"], ["record", "show"], ["record", "clear"]]) {
      const { status, stdout } = await run(place, ...args, "--help");
      expect([status, args, /Examples:\n {2}hookline record/.test(stdout)]).toEqual([0, args, true]);
      expect(stdout).toContain("Exit status:");
    }
  });

  it.each([
    [["record", "strat"], 'there is no "hookline record strat"; did you mean start?'],
    [["record", "start", "--for", "soon"], "--for soon: no time; write 30s, 10m, 2h, 7d or 4w"],
    [["record", "start", "--for", "91d"], "events are recorded for up to 90 days at a time"],
    [["record", "show"], 'which session or event? "hookline record list" shows the sessions'],
    [
      ["record", "show", "nobody"],
      'nothing is recorded under "nobody"; "hookline record list" shows the sessions',
    ],
    [["record", "clear", "--older-than", "0d"], "--older-than 0d: no time; write 30s, 10m, 2h, 7d or 4w"],
  ])("refuses %j with one line that says what to do", async (args, said) => {
    const { status, stdout, stderr } = await run(scratch(), ...args);
    expect([status, stdout, stderr]).toEqual([1, "", `hookline: ${said}\n`]);
  });

  it("says that the file of the switch is not believed, and goes on without it", async () => {
    const place = scratch();
    await run(place, "record", "start");
    const state = join(place.home, ".local/state/hookline");
    chmodSync(join(state, "recording.json"), 0o666);
    const { status, stdout, stderr } = await run(place, "record", "status");
    expect([status, stdout.split(" ")[0]]).toEqual([1, "off"]);
    expect(stderr).toMatch(/^hookline: .*recording\.json can be written by everybody .*; chmod go-w .*\n$/);
    chmodSync(join(state, "recording.json"), 0o600);
    writeFileSync(join(state, "records"), "");
    const fired = await cli(["fire", "--json"], {
      cwd: place.project,
      env: place.env,
      input: call("s", "ls"),
    });
    expect(fired.status).toBe(0);
    expect(JSON.parse(fired.stdout).messages).toMatchObject([{ level: "warn", hook: "record" }]);
    expect(readFileSync(join(state, "records"), "utf8")).toBe("");
    expect(readdirSync(state)).toContain("records");
  });
});
