import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { statsAnswers } from "../../src/cli/stats/answers.ts";
import { aWrite, commands, type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const run = (place: Scratch, ...args: string[]) =>
  cli(["stats", ...args], { cwd: place.project, env: place.env });

async function busy(): Promise<Scratch> {
  const place = scratch(
    commands(
      { id: "slow", command: "sleep 0.15; exit 2" },
      { id: "bad", command: "echo why >&2; exit 9" },
      { id: "off", command: "x", enabled: false },
    ),
  );
  const engine = await place.engine({ trace: "digest" });
  for (let time = 0; time < 3; time++) await engine.fire("PreToolUse", aWrite);
  return place;
}

describe("hookline stats", () => {
  it("tells what each hook costs, the dearest first, what broke, and what to do", async () => {
    const place = await busy();
    const { status, stdout, stderr } = await run(place);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^slow {2}PreToolUse {2}\.hookline\/hooks\.json:\d+:\d+\n {4}3 runs {2}p50 1\d\d ms {2}p95 \d+ ms {2}.* a tool call \(\d+ % of the time in hooks\) {2}deny 3\n/,
    );
    expect(stdout).toMatch(
      / {4}→ costs 1\d\d ms on every PreToolUse \(budget 100 ms\): a matcher with the tools/,
    );
    expect(stdout).toMatch(/\nbad .*\n {4}3 runs .*\n {4}broke: crash 3; last just now: crash: .*why/);
    expect(stdout).toMatch(/\noff .*\n {4}never ran\n3 events, 3 tool calls since /);
  });

  it("prints the same as JSON", async () => {
    const place = await busy();
    const { stdout } = await run(place, "--json", "--since", "1h");
    const answer = JSON.parse(stdout);
    const isAnswer = new Ajv2020().compile(statsAnswers);
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(answer).toMatchObject({ project: place.project, events: 3, toolCalls: 3 });
    expect(answer.hooks.map(({ id, runs }: { id: string; runs: number }) => [id, runs])).toEqual([
      ["slow", 3],
      ["bad", 3],
      ["off", 0],
    ]);
    expect(answer.hooks[1]).toMatchObject({
      faults: { crash: 3 },
      lastError: { fault: "crash", detail: expect.stringContaining("why") },
    });
  });

  it("chooses one hook, refuses what is none, and says when nothing is known", async () => {
    const place = await busy();
    place.write(".hookline/hooks.json", { hooks: {} });
    const [one, wrong, time, empty, help, shown] = await Promise.all([
      run(place, "--hook", "slow"),
      run(place, "--hook", "slo"),
      run(place, "--since", "soon"),
      run(scratch(commands("true"))),
      run(place, "--help"),
      onTerminal(["stats", "--hook", "slow"], { cwd: place.project, env: place.env }),
    ]);
    expect(one.stdout).toMatch(/^slow .*not configured any more\n {4}3 runs/);
    expect(wrong).toMatchObject({
      status: 1,
      stdout: "",
      stderr: 'hookline: there is no hook "slo" here, nor in the trace; do you mean slow?\n',
    });
    expect(time).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^hookline: --since soon: no time; .*\n$/),
    });
    expect(empty.stdout).toMatch(/never ran\nnothing is written down of .*"hookline fire" writes\n$/);
    expect(help.stdout).toContain("hookline stats --since 1d --hook guard");
    expect(shown.stdout).toContain("\u001b[1mslow\u001b[22m");
  });
});
