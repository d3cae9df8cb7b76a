import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namedRows } from "../../../src/shell/reading/named-rows.ts";

describe("rows under names", () => {
  const rowOf = namedRows([
    ["rm grm", 1],
    ["mkfs.ext4 a+b", 2],
    ["rm unlink", 3],
  ]);

  it.each([
    ["grm", 1],
    ["unlink", 3],
    ["rm", 3],
    ["a+b", 2],
    ["mkfs.ext4", 2],
    ["mkfs", undefined],
    ["r", undefined],
    ["rm grm", undefined],
    [" ", undefined],
    ["", undefined],
    ["rm\n", undefined],
    ["constructor", undefined],
  ])("%j is %j, also when it is asked for again", (name, row) => {
    expect([rowOf(name), rowOf(name)]).toEqual([row, row]);
  });

  it("are those of a map in which the last row of a name stands, however many names are asked for", () => {
    const name = fc.string({ unit: fc.constantFrom(..."ab.-"), minLength: 1, maxLength: 3 });
    const names = fc.array(name, { minLength: 1, maxLength: 4 });
    const asked = fc.array(fc.oneof(name, fc.constantFrom("", " ", "a b")), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(names, { maxLength: 6 }), asked, (table, words) => {
        const find = namedRows(table.map((row, at) => [row.join(" "), at] as const));
        const map = new Map(table.flatMap((row, at) => row.map((one) => [one, at] as const)));
        for (const word of [...words, ...words]) expect(find(word)).toBe(map.get(word));
      }),
    );
    for (let at = 0; at < 1_500; at++) expect(rowOf(`none-${at}`)).toBeUndefined();
    expect([rowOf("rm"), rowOf("none-1499"), rowOf("grm")]).toEqual([3, undefined, 1]);
  });
});
