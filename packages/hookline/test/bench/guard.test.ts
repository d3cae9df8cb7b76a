import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../house/pages.ts";
import { bench, load } from "./modules.ts";

type Ratios = Record<string, number | null>;
type Kept = Record<string, { ratio: number; goal: number | null }>;

const { judge, keptOf, guardText } = await load<{
  judge(measure: (names: string[] | null) => Ratios, kept: Kept): Promise<{ best: Ratios; failed: string[] }>;
  keptOf(runs: Ratios[], kept: Kept): Kept;
  guardText(best: Ratios, kept: Kept, failed: string[]): string[];
}>("bench/guard.mjs");

const kept: Kept = { a: { ratio: 2, goal: null }, b: { ratio: 0.6, goal: 1 } };

/** Gives these ratios one after the other, and keeps what it was asked for. */
function inTurn(...runs: Ratios[]) {
  const asked: (string[] | null)[] = [];
  const measure = (names: string[] | null) => {
    asked.push(names);
    return runs.shift() ?? {};
  };
  return { asked, measure };
}

describe("the guard", () => {
  it("passes what is slower by less than half, or within its goal", async () => {
    const { asked, measure } = inTurn({ a: 3, b: 1 });
    expect(await judge(measure, kept)).toEqual({ best: { a: 3, b: 1 }, failed: [] });
    expect(asked).toEqual([null]);
  });

  it("fails what is slower by more, every time it is asked again", async () => {
    const { asked, measure } = inTurn({ a: 3.1, b: 0.5 }, { a: 3.5 }, { a: 3.2 });
    expect(await judge(measure, kept)).toEqual({ best: { a: 3.1, b: 0.5 }, failed: ["a"] });
    expect(asked).toEqual([null, ["a"], ["a"]]);
  });

  it("passes what was slower and is not when asked again", async () => {
    const { measure } = inTurn({ a: 9, b: 1.2 }, { a: 9, b: 0.9 }, { a: 2 });
    expect(await judge(measure, kept)).toEqual({ best: { a: 2, b: 0.9 }, failed: [] });
  });

  it("fails a ratio that is no number, and not one that cannot be measured here or is not kept", async () => {
    const { measure } = inTurn({ a: Number.NaN, b: null, c: 99 }, { a: Number.NaN }, { a: Number.NaN });
    expect((await judge(measure, kept)).failed).toEqual(["a"]);
  });

  it("keeps medians, goals, and what could not be measured here", () => {
    const runs = [3, 1, 2].map((a) => ({ a, b: null, c: null }));
    expect(keptOf(runs, kept)).toEqual({ a: { ratio: 2, goal: null }, b: { ratio: 0.6, goal: 1 } });
  });

  it("says what each ratio may be", () => {
    const lines = guardText({ a: 3.1, b: null, c: 1 }, kept, ["a"]).map((line) =>
      line.replaceAll(/ {2,}/g, " · "),
    );
    expect(lines.slice(1)).toEqual([
      "a · 3.10 · 2.00 · ≤ 3.00 · SLOWER",
      "b · - · 0.60 · ≤ 1.00 · not here",
      "c · 1.00 · - · - · not kept yet: npm run bench -- --guard --keep",
    ]);
  });

  it("finds nothing slower by half than what is kept", () => {
    const { status, stdout, stderr } = bench(["--guard"]);
    expect(status, stdout + stderr).toBe(0);
    const names = Object.keys(JSON.parse(readFileSync(join(root, "bench/guard.json"), "utf8")));
    expect(names).toEqual(
      expect.arrayContaining(["quiet", "matching", "functions", "command-direct", "start"]),
    );
    for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} .* (ok|not here)$`, "m"));
  }, 180_000);
});
