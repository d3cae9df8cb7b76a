import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const bench = resolve(import.meta.dirname, "../../../../bench/main.mjs");

/** One line of the benchmark's report. */
interface Row {
  readonly measure: string;
  readonly baseline: number;
  readonly value: number;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean | null;
  /** Only where calls of the agent were measured. */
  readonly hooks?: number;
  readonly p10?: number;
  readonly added?: { readonly ms: number; readonly noiseMs: number; readonly fromP10Ms: number };
}

it("the benchmark of the agent runs, and says what it measured against what", async () => {
  const { stdout } = await run(process.execPath, [bench, "agent", "--quick", "--json"]);
  const { rows }: { rows: readonly Row[] } = JSON.parse(stdout);
  expect(
    rows.map(({ measure, hooks, goal }) => [
      measure.replace(/ \(.*/, ""),
      hooks,
      goal.replace(/[\d.]+ .s$/, "…"),
    ]),
  ).toEqual([
    ["agent's call without the middleware", undefined, "-"],
    ["agent's call, no hooks", 0, "noise, …"],
    ["agent's call, 1 hook", 1, "-"],
    ["agent's call, 5 hooks", 5, "-"],
    ["agent's call, 20 hooks", 20, "-"],
    ["agent's session, a usual set of hooks, model of 1 s", undefined, "≤ 1.05 ×"],
  ]);
  for (const { baseline, value, ratio } of rows) {
    expect(Math.min(baseline, value)).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(value / baseline);
  }
  for (const { p10, added } of rows.slice(0, -1)) {
    expect(p10).toBeGreaterThan(0);
    expect(Object.values(added ?? {}).filter(Number.isFinite)).toHaveLength(3);
  }
  // Sessions without hooks and with them asked for the same calls: a goal is met or not, and never left open.
  expect(rows.filter(({ goal }) => goal !== "-").every(({ met }) => typeof met === "boolean")).toBe(true);
}, 120_000);

it("the benchmark names what it can measure", async () => {
  const failed = await run(process.execPath, [bench, "agents"]).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^nothing is called agents: .*firing, .*agent\n$/),
  });
});
