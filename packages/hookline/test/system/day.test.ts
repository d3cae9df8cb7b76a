import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "../../src/system/day.ts";

const exact = (at: number) => new Date(at).toISOString().slice(0, 10);
const dayMs = 86_400_000;

describe("the day of a time", () => {
  it("is the one that a date says, on every day of eight centuries", () => {
    for (let at = Date.UTC(1599, 11, 31); at < Date.UTC(2401, 0, 2); at += dayMs)
      if (dayOf(at) !== exact(at)) expect(dayOf(at)).toBe(exact(at));
    expect([dayOf(Date.UTC(2000, 1, 29)), dayOf(Date.UTC(2100, 1, 29))]).toEqual([
      "2000-02-29",
      "2100-03-01",
    ]);
  });

  it("is the one that a date says, at any millisecond of years with four digits", () => {
    const first = new Date("0000-01-01T00:00:00Z").getTime();
    const last = new Date("9999-12-31T23:59:59.999Z").getTime();
    for (const at of [first, -1, 0, dayMs - 1, dayMs, last]) expect(dayOf(at)).toBe(exact(at));
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (at) => {
        expect(dayOf(at)).toBe(exact(at));
      }),
      { numRuns: 2_000 },
    );
  });
});
