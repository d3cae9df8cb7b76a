import { describe, expect, it } from "vitest";
import { load, type Report, type Row } from "./modules.ts";

const { allFinished, finished, status } = await load<{
  allFinished(rows: readonly object[], part: object): Row[];
  finished(row: object, part: object): Row;
  status(row: object): string;
}>("bench/rows.mjs");
const { goals, goalLines, standing } = await load<{
  goals: readonly { number: number; parts: readonly { row: string }[] }[];
  goalLines(rows: readonly object[], backend: string): Row[];
  standing(lines: readonly object[]): { number: number; word: string }[];
}>("bench/goals.mjs");
const { tableText, exitStatus } = await load<{
  tableText(report: object): string[];
  exitStatus(report: Pick<Report, "rows" | "goals">, strict: boolean): number;
}>("bench/report.mjs");
const { ratioRows } = await load<{ ratioRows(measure: string, times: object, goal: number | null): Row[] }>(
  "bench/measure.mjs",
);

const times = (mine: number, baseline: number) => ({
  mine: { median: mine, p95: 2 * mine, n: 60 },
  baseline: { median: baseline, p95: baseline, n: 60 },
});
const row = (name: string, met: boolean | null, rest: object = {}) => ({
  name,
  measure: name,
  goal: "≤ 1 ×",
  met,
  ratio: met ? 0.5 : 2,
  baseline: 1,
  value: met ? 0.5 : 2,
  ...rest,
});

describe("a row of the benchmark", () => {
  it("is named by its part and its words, and says what it is against", () => {
    const [given = {}] = ratioRows("1,000 hooks in 10 files (against read and JSON.parse)", times(3, 2), 1.5);
    expect(finished(given, { name: "loading" })).toMatchObject({
      name: "loading/1-000-hooks-in-10-files",
      measure: "1,000 hooks in 10 files",
      against: "read and JSON.parse",
      baseline: 2,
      value: 3,
      ratio: 1.5,
      share: 1,
      met: true,
      n: 60,
      unit: "ms",
    });
    expect(finished({ measure: "a (against b), p95" }, { name: "x" })).toMatchObject({
      measure: "a, p95",
      against: "b",
    });
    expect(finished({ measure: "a", name: "own" }, { name: "x", against: "usual" })).toMatchObject({
      name: "x/own",
      against: "usual",
    });
  });

  it("has a name of its own, also where only the baseline differs", () => {
    const rows = ["a (against one)", "a (against two)", "b (against one)"].map((measure) => ({ measure }));
    expect(allFinished(rows, { name: "x" }).map(({ name }) => name)).toEqual(["x/a-one", "x/a-two", "x/b"]);
    const more = ["a", "… and c", "b", "… and c", "… and d"].map((measure) => ({ measure }));
    const names = ["x/a", "x/a-and-c", "x/b", "x/b-and-c", "x/b-and-d"];
    expect(allFinished(more, { name: "x" }).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ["met", { met: true, goal: "≤ 1 ×", limit: 1, p95: { ratio: 2 } }],
    ["met (p95 over twice the goal)", { met: true, goal: "≤ 1 ×", limit: 1, p95: { ratio: 2.1 } }],
    ["NOT MET", { met: false, goal: "≤ 1 ×" }],
    ["", { met: null, goal: "-" }],
    ["not measured: no compiler", { met: null, goal: "≤ 1 ×", why: "no compiler" }],
  ])("says %j", (said, given) => {
    expect(status(given)).toBe(said);
  });
});

describe("the goals", () => {
  it("are fourteen, and each row shows one of them", () => {
    expect(goals.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    const names = goals.flatMap(({ parts }) => parts.map(({ row: name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it("go by the way of running commands that the engine takes", () => {
    const rows = ["native", "pool"].map((kind) => row(`pipes/complete-${kind}`, kind === "native"));
    const of = (backend: string) => goalLines(rows, backend).find((line) => line["#"] === 6)?.met;
    expect([of("native"), of("pool")]).toEqual([true, false]);
  });

  it("say why a row is not there: the part that broke, or that it did not run", () => {
    const broken = {
      name: "worker/worker-hooks",
      measure: "worker hooks",
      whole: true,
      why: "it broke",
      met: null,
    };
    const why = (number: number) => goalLines([broken], "direct").find((line) => line["#"] === number)?.why;
    expect([why(7), why(8)]).toEqual(["it broke", "its part did not run"]);
  });

  it("judge what is spawned directly where that is all there is", () => {
    const given = row("spawning/busy-direct", null, { wanted: 0.15, ratio: 1.2 });
    const line = goalLines([given], "direct").find(({ name }) => name === given.name);
    expect(line).toMatchObject({ met: false, share: 8 });
  });

  it("are met as a whole, missed by one part, or open", () => {
    const rows = [
      row("matching/an-event-among-10-000-hooks", true),
      row("matching/a-tool-that-was-seen-before-among-1-000-hooks", true),
      row("libraries/one-plain", false),
      row("memory/heap-after-100-000-events", true),
    ];
    const words = new Map(standing(goalLines(rows, "direct")).map(({ number, word }) => [number, word]));
    expect([8, 12, 14].map((number) => words.get(number))).toEqual(["met", "missed", "open"]);
  });

  it("are lines of the table, each with what became of it, above all other rows", () => {
    const rows = [
      row("matching/a-tool-that-was-seen-before-among-1-000-hooks", false),
      row("other/row", true),
      ...["a", "b"].map((name) => ({
        ...row(`x/${name}`, null),
        ratio: undefined,
        backend: "pool",
        why: "none here",
      })),
    ];
    const lines = tableText({ rows, backend: "direct", quick: false });
    const end = lines.findIndex((line) => line.startsWith("goals: "));
    expect(lines[end]).toBe("goals: 0 met, 1 not met, 13 not measured (commands run direct)");
    expect(lines.slice(1, end).filter((line) => / (met|NOT MET|not measured: .*)$/.test(line))).toHaveLength(
      end - 1,
    );
    expect(lines.slice(1, end).flatMap((line) => /^(\d+) /.exec(line)?.[1] ?? [])).toHaveLength(14);
    const others = lines.slice(end + 2).map((line) => line.trim().replaceAll(/ {2,}/g, " · "));
    expect(others).toEqual([
      "other/row · 1.00 ms · 500.00 µs · 0.50 · ≤ 1 × · met",
      "2 rows of pool · - · not measured: none here",
    ]);
  });

  it.each([
    [0, false, { met: false }, {}],
    [1, true, { met: false }, {}],
    [0, true, { met: null, why: "no" }, {}],
    [1, false, { met: true }, { broken: true }],
  ])("end with %i (strict: %j) for %j in a part that is %j", (exit, strict, goal, part) => {
    const rows = [{ ...row("a", true), ...part }];
    expect(exitStatus({ rows, goals: [{ "#": 1, row: "a", ...goal }] }, strict)).toBe(exit);
  });
});
