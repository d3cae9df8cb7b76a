import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { pauseVerb } from "../../src/cli/verbs/pause.ts";
import { commands, type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const ajv = new Ajv2020({ formats: { "date-time": true } });
const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const fire = ["fire", "PreToolUse", "--tool", "Write", "--input", "{}", "--trust"];

describe("hookline pause", () => {
  it("switches hooks off for other processes, says so everywhere, and ends", {
    timeout: 30_000,
  }, async () => {
    const place = scratch(commands({ id: "guard", command: "exit 2" }));
    expect((await run(place, ...fire)).status).toBe(2);
    const begun = await run(place, "pause", "--for", "10m", "--reason", "the linter is broken");
    expect([begun.status, begun.stderr]).toEqual([0, ""]);
    expect(begun.stdout).toMatch(
      /^paused {2}all hooks in this project, until .*\d\d:\d\d, by .+: the linter is broken /,
    );
    const fired = await run(place, ...fire, "--json");
    expect(fired.status).toBe(0);
    expect(JSON.parse(fired.stdout)).toMatchObject({
      skipped: [{ hook: "guard", why: expect.stringMatching(/^paused: until .*: the linter is broken$/) }],
      messages: [{ level: "warn", text: expect.stringContaining('"hookline pause --end" ends it') }],
    });
    const listed = JSON.parse((await run(place, "list", "--json")).stdout);
    expect(listed).toMatchObject([{ id: "guard", state: "paused" }]);
    const status = await run(place, "pause", "--status", "--json");
    const now = JSON.parse(status.stdout);
    expect(ajv.validate(pauseVerb.answers ?? false, now), ajv.errorsText()).toBe(true);
    expect(now).toMatchObject({
      paused: [{ project: place.project, hook: null, reason: "the linter is broken" }],
    });
    const shown = await onTerminal(["pause"], { cwd: place.project, env: place.env });
    expect(shown.stdout).toContain("\u001b[33mpaused\u001b[39m  all hooks in this project");
    const ended = await run(place, "pause", "--end");
    expect([ended.status, ended.stdout]).toEqual([0, "hooks run again\n"]);
    expect((await run(place, ...fire)).status).toBe(2);
    expect((await run(place, "pause", "--end")).stdout).toBe("nothing was paused here\n");
    expect((await run(place, "pause")).stdout).toBe("nothing is paused here\n");
  });

  it("writes and prints no secret that somebody put into the reason", async () => {
    const place = scratch(commands({ id: "guard", command: "exit 0" }));
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const begun = await run(place, "pause", "--for", "1m", "--reason", `until ${secret} works`, "--json");
    expect(JSON.parse(begun.stdout).paused[0].reason).toBe("until [redacted] works");
    expect((await run(place, ...fire, "--json")).stdout).not.toContain(secret);
    expect(readFileSync(join(place.home, ".local/state/hookline/pause.json"), "utf8")).not.toContain(secret);
  });

  it("pauses one hook alone", async () => {
    const place = scratch(commands({ id: "one", command: "exit 0" }, { id: "two", command: "exit 2" }));
    await run(place, "pause", "--for", "1h", "--reason", "slow", "--hook", "two", "--quiet");
    const { status, stdout } = await run(place, ...fire, "--json");
    const { runs, skipped } = JSON.parse(stdout);
    expect([status, runs.length, skipped[0].hook]).toEqual([0, 1, "two"]);
  });

  it.each([
    [["--for", "10m"], 'why? Add --reason "…": every event will say it'],
    [["--for", "10m", "--reason", " "], 'why? Add --reason "…": every event will say it'],
    [["--reason", "x"], "for how long? Add --for 10m (at most 24h)"],
    [["--for", "25h", "--reason", "x"], "a pause lasts up to 24 hours"],
    [["--for", "ten", "--reason", "x"], "--for ten: no time; write 30s, 10m, 2h, 7d or 4w"],
    [
      ["--for", "1m", "--reason", "x", "--hook", "guadr"],
      'there is no hook "guadr" here; did you mean guard?',
    ],
    [["--end", "--hook", "guard"], "--end ends all that is paused here: leave out --hook"],
    [["--end", "--for", "1m"], "--for begins a pause, --end ends it, --status shows it: give one of them"],
  ])("refuses %j with one line that says what to do", async (args, said) => {
    const place = scratch(commands({ id: "guard", command: "true" }));
    const { status, stdout, stderr } = await run(place, "pause", ...args);
    expect([status, stdout, stderr]).toEqual([1, "", `hookline: ${said}\n`]);
  });

  it("says that a damaged file pauses nothing", async () => {
    const place = scratch(commands("exit 2"));
    await run(place, "pause", "--for", "1h", "--reason", "x");
    writeFileSync(join(place.home, ".local/state/hookline/pause.json"), "{");
    const { status, stderr } = await run(place, "pause");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/pause\.json is damaged: nothing that it says counts; rm /),
    ]);
    expect((await run(place, ...fire)).status).toBe(2);
  });

  it("has help with an example, and says what stays on", async () => {
    const { status, stdout } = await run(scratch(), "pause", "--help");
    expect(status).toBe(0);
    expect(stdout).toContain("Examples:\n  hookline pause --for 10m --reason");
    expect(stdout).toContain("Managed hooks stay on");
    expect(stdout).toContain("Exit status:");
  });
});
