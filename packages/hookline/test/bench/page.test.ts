import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { root } from "../house/pages.ts";
import { load, type Report, type Row } from "./modules.ts";

const { speedFiles, speedPage, between } = await load<{
  speedFiles(root: string): [string, string][];
  speedPage(text: string, report: Report, soak: null): string;
  between(text: string, name: string, lines: string[]): string;
}>("scripts/speed-page.mjs");
const { chart, decades, placeOf } = await load<{
  chart(lines: readonly object[]): string;
  decades(shares: readonly number[]): [number, number];
  placeOf(share: number, scale: [number, number]): number;
}>("scripts/speed-chart.mjs");
const { goalLines } = await load<{ goalLines(rows: readonly Row[], backend: string): Row[] }>(
  "bench/goals.mjs",
);

const report: Report = JSON.parse(readFileSync(join(root, "bench/latest.json"), "utf8"));
const lines = goalLines(report.rows, report.backend);

describe("docs/speed.md", () => {
  it.each(speedFiles(root))("%s is what was measured (npm run gen)", (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });

  it("has figures of a whole run, and every goal has its line", () => {
    expect(report.quick).toBe(false);
    const text = readFileSync(join(root, "docs/speed.md"), "utf8");
    for (const { "#": number, title, goal } of lines) {
      expect(text).toContain(`| ${number} | ${title} | `);
      expect(text).toContain(` | ${goal} | `);
    }
  });

  it("is not made of a quick run, nor without its markers", () => {
    const text = readFileSync(join(root, "docs/speed.md"), "utf8");
    expect(() => speedPage(text, { ...report, quick: true }, null)).toThrow("say nothing");
    expect(() => between("no markers", "goals", [])).toThrow("begin: goals");
    expect(between("a<!-- begin: x -->old<!-- end: x -->b", "x", ["new"])).toBe(
      "a<!-- begin: x -->\n\nnew\n\n<!-- end: x -->b",
    );
  });
});

describe("the picture", () => {
  const boxes = [
    ...chart(lines).matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]*class="(\w+)"/g),
  ];

  it("has a bar for each goal with a figure, and words for all", () => {
    const measured = lines.filter(({ share, why }) => share !== undefined && why === undefined);
    expect(boxes).toHaveLength(measured.length);
    const said = [...chart(lines).matchAll(/class="text (?:met|missed|open)-text">([^<]+)</g)];
    expect(said).toHaveLength(lines.length);
  });

  it("ends a bar before the dashed line exactly where the goal is met", () => {
    const [, goal = ""] = /<line x1="([\d.]+)"[^>]*class="goal"/.exec(chart(lines)) ?? [];
    for (const [, x, , width, kind] of boxes)
      expect([kind, Number(x) + Number(width) <= Number(goal) + 0.2]).toEqual([kind, kind === "met"]);
  });

  it("has no words that run into others: labels end where bars begin, and what stands behind them is short", () => {
    const labels = [...chart(lines).matchAll(/text-anchor="end"[^>]*>([^<]+)</g)].map(
      ([, text = ""]) => text,
    );
    // At twelve pixels a letter of these fonts is six wide on average.
    for (const label of labels) expect(label.length * 6.4, label).toBeLessThan(508 - 50);
    const ends = [...chart(lines).matchAll(/-text">([^<]+)</g)].map(([, text = ""]) => text);
    for (const text of ends) expect(text.length * 7, text).toBeLessThan(130);
  });

  it("is drawn for any figures: longer is more, and all of it is inside", () => {
    const share = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.array(share), (one, other, more) => {
        const scale = decades([one, other, ...more]);
        const [less, least] = [placeOf(Math.max(one, other), scale), placeOf(Math.min(one, other), scale)];
        expect(least).toBeLessThanOrEqual(less);
        expect(least).toBeGreaterThanOrEqual(520);
        expect(less).toBeLessThanOrEqual(860);
        if (one <= 1) expect(placeOf(one, scale)).toBeLessThanOrEqual(placeOf(1, scale));
      }),
    );
    expect(chart([])).toContain("</svg>");
  });
});
