import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "../../src/system/lines.ts";
import { temporaryFolder } from "./command.ts";

const collect = (path: string, options?: { offset?: number; longest?: number }) => {
  const found: { text: string; offset: number; ended: boolean; tooLong: boolean }[] = [];
  for (const { bytes, ...rest } of readLines(path, options))
    found.push({ ...rest, text: bytes.toString("latin1") });
  return found;
};

test("gives every line of a file as it stands there, from any offset", () => {
  const path = join(temporaryFolder(), "lines");
  const sizes = fc.array(fc.oneof(fc.nat(40), fc.constantFrom(0, 65_535, 65_536, 65_537, 131_072, 200_000)), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(sizes, fc.nat(), fc.boolean(), (lengths, from, ended) => {
      const text =
        lengths.map((length, index) => String(index).repeat(length)).join("\n") + (ended ? "\n" : "");
      writeFileSync(path, text);
      const offset = from % (text.length + 1);
      const expected = text.slice(offset).split("\n");
      let at = offset;
      const lines = expected.map((line, index) => {
        const one = { offset: at, ended: index < expected.length - 1, tooLong: false, text: line };
        at += line.length + 1;
        return one;
      });
      if (lines.at(-1)?.text === "") lines.pop();
      expect(collect(path, { offset })).toEqual(lines);
    }),
    { numRuns: 60 },
  );
});

test("tells a line that is too long once, by its beginning, and goes on behind it", () => {
  const path = join(temporaryFolder(), "lines");
  for (const length of [101, 70_000, 400_000]) {
    writeFileSync(path, `a\n${"x".repeat(length)}\nb\n${"y".repeat(length)}`);
    const found = collect(path, { longest: 100 });
    expect(found.map(({ text, tooLong }) => [text.slice(0, 3), text.length, tooLong])).toEqual([
      ["a", 1, false],
      ["xxx", 100, true],
      ["b", 1, false],
      ["yyy", 100, true],
    ]);
    expect(found[2]).toMatchObject({ offset: length + 3, ended: true });
  }
});

test("reads no link, no folder and no pipe", () => {
  expect(() => collect(temporaryFolder())).toThrow();
  expect(() => collect("/dev/null")).toThrow("no regular file");
});
