import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadCheck } from "../../../src/cli/doctor/dead.ts";
import { slowCheck } from "../../../src/cli/doctor/slow.ts";
import { type Scratch, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

/** One event as the trace of a project tells it. */
interface Written {
  readonly event?: string;
  readonly subject?: string;
  readonly runs?: readonly { readonly hook: string; readonly ms?: number; readonly fault?: string }[];
}

const dayMs = 86_400_000;

/** Writes events of the last days into the trace. */
function written(place: Scratch, events: readonly Written[], daysAgo = 1): void {
  const at = Date.now() - daysAgo * dayMs;
  const lines = events.flatMap(({ event = "PreToolUse", subject = "Bash", runs = [] }, index) => {
    const record = (step: string, data: object) => ({
      at: at + index,
      level: "info",
      eventId: `e${daysAgo}-${index}`,
      step,
      data,
    });
    const what = ({ hook }: { hook: string }) => ({
      event,
      hook,
      source: ".hookline/hooks.json:3:9",
      type: "command",
      mode: "enforce",
    });
    return [
      record("decode", { event, project: place.project, session: "s", payload: {} }),
      record("match", { subject, hooks: runs.map(({ hook }) => hook) }),
      ...runs.flatMap((run) => [
        record("run", { ...what(run), end: "exit", exitCode: 0, durationMs: run.ms ?? 5 }),
        record("interpret", { ...what(run), verdict: "pass", fault: run.fault ?? null }),
      ]),
      record("aggregate", { verdict: "pass", halt: false }),
      record("record", { durationMs: 5 }),
    ];
  });
  const name = new Date(at).toISOString().slice(0, 10);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  place.write(join(place.home, `.local/state/hookline/trace/${name}.jsonl`), text);
  const longAgo = (Date.now() - 60 * dayMs) / 1000;
  utimesSync(join(place.project, ".hookline/hooks.json"), longAgo, longAgo);
}

const hooks = (entry: object, event = "PreToolUse", matcher?: string) => ({
  [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", id: "h", ...entry }] }],
});
const many = (count: number, one: Written) => Array.from({ length: count }, () => one);

describe("slow hooks", () => {
  it("are told with the share of the interpreter's start, which was measured", async () => {
    const place = scratch(hooks({ command: "python3 x.py" }));
    written(place, many(5, { runs: [{ hook: "h", ms: 101 }] }));
    const [found] = await findings(place, slowCheck);
    expect(found).toMatchObject({
      severity: "warning",
      where: expect.stringMatching(/^\.hookline\/hooks\.json/),
    });
    expect(found?.what).toMatch(
      /^h costs 10[12] ms (because python3 starts \(\d+ ms, \d+ %\)|on every PreToolUse)/,
    );
    expect(found?.mend).not.toBe("");
  });

  it("are those over the budget of a tool call, or near their deadline; others, and those that nobody waits for, are not", async () => {
    for (const [entry, event, ms, what] of [
      [{ command: "x" }, "PreToolUse", 99, null],
      [{ command: "x" }, "PostToolUse", 150, /budget 100 ms/],
      [{ command: "x" }, "SessionStart", 150, null],
      [{ command: "x", timeout: 1 }, "SessionStart", 600, /p95 of 60\d ms is 6\d % of its deadline of 1.0 s/],
      [{ command: "x", async: true }, "PostToolUse", 900, null],
    ] as const) {
      const place = scratch(hooks(entry, event));
      written(place, many(5, { event, subject: "startup", runs: [{ hook: "h", ms }] }));
      const found = await findings(place, slowCheck);
      expect(found.map((one) => one.what)).toEqual(what === null ? [] : [expect.stringMatching(what)]);
    }
  });

  it("are forgotten after a week", async () => {
    const place = scratch(hooks({ command: "x" }));
    written(place, many(5, { runs: [{ hook: "h", ms: 500 }] }), 8);
    expect(await findings(place, slowCheck)).toEqual([]);
  });
});

describe("dead hooks", () => {
  it("never matched what came, with what was nearly meant", async () => {
    const place = scratch(hooks({ command: "x" }, "PreToolUse", "Bsh"));
    written(place, many(12, {}));
    expect(await findings(place, deadCheck)).toMatchObject([
      {
        severity: "warning",
        what: expect.stringMatching(/^h has never matched: 12 times PreToolUse came since/),
        mend: "its matcher says Bsh, and Bash came: write Bash",
      },
    ]);
  });

  it("are told with what came where nothing is near", async () => {
    const place = scratch(hooks({ command: "x" }, "PreToolUse", "mcp__db__.*"));
    written(place, many(12, {}));
    expect(await findings(place, deadCheck)).toMatchObject([
      { mend: expect.stringContaining("what came: Bash (12)") },
    ]);
  });

  it("may wait for an event that never comes", async () => {
    const place = scratch(hooks({ command: "x" }, "PreCompact"));
    written(place, many(12, {}));
    expect(await findings(place, deadCheck)).toMatchObject([
      {
        severity: "info",
        what: expect.stringContaining("no PreCompact came among 12 events"),
        mend: expect.stringContaining("hookline tail"),
      },
    ]);
  });

  it("broke every time", async () => {
    const place = scratch(hooks({ command: "x" }));
    written(place, many(12, { runs: [{ hook: "h", fault: "crash" }] }));
    expect(await findings(place, deadCheck)).toMatchObject([
      {
        severity: "warning",
        what: "h broke on every one of its 12 runs, last by crash",
        mend: "hookline stats --hook h",
      },
    ]);
  });

  it("are not those that matched, nor those of which too little is known, nor those that were written after it", async () => {
    const place = scratch(hooks({ command: "x" }, "PreToolUse", "Edit"));
    written(place, many(9, {}));
    expect(await findings(place, deadCheck)).toEqual([]);
    written(place, [...many(12, {}), { subject: "Edit", runs: [{ hook: "h" }] }]);
    expect(await findings(place, deadCheck)).toEqual([]);
    written(place, many(12, {}));
    utimesSync(join(place.project, ".hookline/hooks.json"), new Date(), new Date());
    expect(await findings(place, deadCheck)).toEqual([]);
  });
});
