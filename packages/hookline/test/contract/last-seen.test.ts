import { expect, test } from "vitest";
import { LastSeen } from "../../src/contract/last-seen.ts";

test("the last 256 things are known with what was noted last, and old ones are not for ever", () => {
  const seen = new LastSeen<object, number>();
  const things = Array.from({ length: 1_000 }, () => ({}));
  for (const [number, thing] of things.entries()) {
    seen.set(thing, -1);
    seen.set(thing, number);
    for (const back of [0, 1, 127])
      if (number >= back) expect(seen.get(things[number - back] ?? {})).toBe(number - back);
  }
  expect(seen.get(things[0] ?? {})).toBeUndefined();
});

test("what was taken out is not known, however long ago it was noted", () => {
  const seen = new LastSeen<object, number>();
  const things = Array.from({ length: 300 }, () => ({}));
  for (const [number, thing] of things.entries()) seen.set(thing, number);
  for (const thing of things) seen.delete(thing);
  expect(things.filter((thing) => seen.get(thing) !== undefined)).toEqual([]);
});
