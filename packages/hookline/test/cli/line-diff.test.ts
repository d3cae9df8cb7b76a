import fc from "fast-check";
import { expect, it } from "vitest";
import { diffLines } from "../../src/cli/trust/line-diff.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "", "d e"), { maxLength: 12 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""));

it("takes one text to the other, with the numbers of their lines", () => {
  fc.assert(
    fc.property(text, text, (before, now) => {
      const lines = diffLines(before, now);
      const of = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => `${line.text}\n`)
          .join("");
      expect([of("new"), of("gone")]).toEqual([before, now]);
      const numbers = (side: "before" | "now") =>
        lines.map((line) => line[side]).filter((number) => number > 0);
      expect(numbers("before")).toEqual(
        before
          .split("\n")
          .slice(1)
          .map((_, index) => index + 1),
      );
      expect(numbers("now")).toEqual(
        now
          .split("\n")
          .slice(1)
          .map((_, index) => index + 1),
      );
    }),
  );
});

/** The longest lines that two lists have in common, by trying. */
function common(one: readonly string[], other: readonly string[]): number {
  const [head, ...rest] = one;
  if (head === undefined || other.length === 0) return 0;
  const at = other.indexOf(head);
  const without = common(rest, other);
  return at < 0 ? without : Math.max(without, 1 + common(rest, other.slice(at + 1)));
}

it("has as few changes as there can be", () => {
  fc.assert(
    fc.property(text, text, (before, now) => {
      const lines = (one: string) => one.split("\n").slice(0, -1);
      const same = diffLines(before, now).filter(({ kind }) => kind === "same").length;
      expect(same).toBe(common(lines(before), lines(now)));
    }),
    { numRuns: 50 },
  );
});

it("does not look for the smallest difference of two long texts that have little in common", () => {
  const long = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word}${index}\n`).join("");
  const kinds = diffLines(long("a"), long("b")).map(({ kind }) => kind);
  expect([kinds.length, kinds[0], kinds.at(-1)]).toEqual([10_000, "gone", "new"]);
});

it("tells a line with a newline from one without", () => {
  expect(diffLines("a\n", "a").map(({ kind, text: line }) => [kind, line])).toEqual([
    ["gone", "a"],
    ["new", "a\\ (no newline at the end)"],
  ]);
});
