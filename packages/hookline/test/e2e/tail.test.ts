import { once } from "node:events";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { tailAnswers } from "../../src/cli/tail/answers.ts";
import { tailFilter } from "../../src/cli/tail/filter.ts";
import { tracedEvents } from "../../src/cli/trace/events.ts";
import { traceRecords } from "../../src/cli/trace/records.ts";
import type { VerbOptions } from "../../src/cli/verb.ts";
import { aWrite, commands, type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli, startCli } from "./run-cli.ts";

const run = (place: Scratch, ...args: string[]) =>
  cli(["tail", ...args], { cwd: place.project, env: place.env });

const read = { tool_name: "Read", tool_input: { file_path: "a" } };

async function busy() {
  const place = scratch({
    PreToolUse: [
      { matcher: "Write", hooks: [{ type: "command", id: "no", command: "exit 2" }] },
      {
        matcher: "Read",
        hooks: [
          { type: "command", id: "bad", command: "exit 9" },
          { type: "command", id: "bg", command: "exit 8", async: true },
        ],
      },
      { hooks: [{ type: "command", id: "ok", command: "true" }] },
    ],
  });
  const engine = await place.engine({ trace: "digest", sessionId: "s-1" });
  await engine.fire("PreToolUse", aWrite);
  await engine.fire("PreToolUse", read);
  await engine.drain();
  await engine.fire("SessionEnd", { reason: "other" });
  return { place, engine };
}

describe("hookline tail", () => {
  it("shows one line for each event, and one for each run that is worth it", async () => {
    const { place } = await busy();
    const { status, stdout, stderr } = await run(place);
    expect([status, stderr]).toEqual([0, ""]);
    const time = String.raw`\d\d:\d\d:\d\d`;
    expect(stdout.trimEnd().split("\n")).toEqual(
      [
        String.raw`^${time}  PreToolUse  Write  deny  \d+ ms$`,
        String.raw`^    ✗ no  \.hookline/hooks\.json:\d+:\d+  exit 2  deny  \d+ ms$`,
        String.raw`^${time}  PreToolUse  Read  pass  \d+ ms$`,
        String.raw`^    ! bad  \.hookline/hooks\.json:\d+:\d+  crash  \d+ ms$`,
        `^${time}  PreToolUse  in the background$`,
        String.raw`^    ! bg  \.hookline/hooks\.json:\d+:\d+  crash  \d+ ms$`,
        String.raw`^${time}  SessionEnd  other  pass  \d+ ms$`,
      ].map((line) => expect.stringMatching(new RegExp(line))),
    );
  });

  it("chooses by event, hook, verdict, fault and session", async () => {
    const { place, engine } = await busy();
    const events = [...tracedEvents(traceRecords(engine.stateFolder))];
    const chosen = (options: VerbOptions) =>
      events.filter(tailFilter(options, place.project).event).map(({ subject }) => subject);
    expect(chosen({})).toEqual(["Write", "Read", "other"]);
    expect(chosen({ event: "SessionEnd" })).toEqual(["other"]);
    expect(chosen({ hook: "bad" })).toEqual(["Read"]);
    expect(chosen({ verdict: "deny" })).toEqual(["Write"]);
    expect(chosen({ fault: true })).toEqual(["Read"]);
    expect(chosen({ session: "s-1", event: "PreToolUse" })).toEqual(["Write", "Read"]);
    expect(chosen({ session: "s-2" })).toEqual([]);
    const [none, all] = await Promise.all([run(place, "--session", "s-2"), run(place, "-v", "-n", "3")]);
    expect([none.status, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toMatch(/^none of the events that are written down fits: /);
    const wrong = await run(place, "--hook", "baad");
    expect([wrong.status, wrong.stderr]).toEqual([
      0,
      expect.stringMatching(/; there is no hook "baad" here: do you mean bad\?\n$/),
    ]);
    // The last three: the second tool call, the end of its background hook, the end of the session.
    expect(all.stdout.match(/✓ ok/g)).toHaveLength(1);
    expect(all.stdout).toContain("started in the background");
  });

  it("prints one object a line as JSON", async () => {
    const { place } = await busy();
    const { stdout } = await run(place, "--json");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const isAnswer = new Ajv2020().compile(tailAnswers);
    for (const line of lines) expect(isAnswer(line), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(lines).toMatchObject([
      {
        kind: "event",
        subject: "Write",
        verdict: "deny",
        project: place.project,
        session: "s-1",
        runs: [{ hook: "no" }, { hook: "ok" }],
      },
      { kind: "event", subject: "Read" },
      { kind: "run", subject: "Read", runs: [{ hook: "bg", fault: "crash", background: true }] },
      { kind: "event", event: "SessionEnd", runs: [] },
    ]);
  });

  it("follows what happens, also in a project that nothing is known of yet, until Ctrl-C, with status 0", async () => {
    const place = scratch(commands({ id: "no", command: "exit 2" }));
    const { child, ended } = startCli(["tail", "-f", "--json"], { cwd: place.project, env: place.env });
    if (!child.stderr || !child.stdout) throw new Error("no pipes");
    const [said] = await once(child.stderr, "data");
    expect(said).toMatch(/^nothing is written down yet for .* waiting for more, Ctrl-C ends it\n$/);
    const engine = await place.engine({ trace: "digest" });
    const first = once(child.stdout, "data");
    await engine.fire("PreToolUse", aWrite);
    expect(JSON.parse(String((await first)[0]))).toMatchObject({ verdict: "deny" });
    const second = once(child.stdout, "data");
    await engine.fire("PreToolUse", read);
    expect(JSON.parse(String((await second)[0]))).toMatchObject({ subject: "Read" });
    child.kill("SIGINT");
    expect((await ended).status).toBe(0);
  });

  it("ends when nobody reads on, with status 0", async () => {
    const { place, engine } = await busy();
    const { child, ended } = startCli(["tail", "-f"], { cwd: place.project, env: place.env });
    if (!child.stdout) throw new Error("no pipe");
    await once(child.stdout, "data");
    child.stdout.destroy();
    await engine.fire("PreToolUse", aWrite);
    expect(await ended).toMatchObject({ status: 0, stderr: "" });
  });

  it("has colours on a terminal, where keys end it", async () => {
    const { place } = await busy();
    const steps = [["SessionEnd", "\u0003"]] as const;
    const { status, stdout } = await onTerminal(["tail", "-f"], {
      cwd: place.project,
      env: place.env,
      steps,
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining("\u001b[31mdeny\u001b[39m")]);
  });

  it("shows other projects when asked, and nothing that a terminal obeys", async () => {
    const { place } = await busy();
    const other = scratch(commands({ id: "a\u001b[2J", command: "exit 2" }));
    const engine = await other.engine({
      trace: "digest",
      env: { ...other.env, XDG_STATE_HOME: `${place.home}/.local/state` },
    });
    await engine.fire("PreToolUse", { tool_name: "T\u001b]0;x\u0007", tool_input: {} });
    const [own, all] = await Promise.all([run(place), run(place, "--all-projects")]);
    expect(own.stdout).not.toContain(other.project);
    expect(all.stdout).toContain(other.project);
    expect(all.stdout).not.toContain("\u001b");
  });

  it.each([
    [{ event: "pretooluse" }, "--event pretooluse: there is no such event; do you mean PreToolUse?"],
    [{ verdict: "no" }, "--verdict no: write one of pass, allow, ask, defer, deny"],
    [{ since: "soon" }, "--since soon: no time; write "],
  ])("refuses %j", (options, line) => {
    expect(() => tailFilter(options, "/")).toThrow(line);
  });

  it("refuses a wrong call in one line, and has a help with examples", async () => {
    const place = scratch();
    const [wrong, help] = await Promise.all([run(place, "-n", "many"), run(place, "--help")]);
    expect(wrong).toEqual({
      status: 1,
      stdout: "",
      stderr: "hookline: --lines many: write a number, for example 50\n",
    });
    expect([help.status, help.stdout]).toEqual([
      0,
      expect.stringContaining("hookline tail -f --hook guard -v"),
    ]);
  });
});
