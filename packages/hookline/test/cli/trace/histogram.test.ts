import fc from "fast-check";
import { expect, it } from "vitest";
import { createHistogram } from "../../../src/cli/trace/histogram.ts";

const times = fc.array(fc.double({ min: 0, max: 90_000_000, noNaN: true }), { minLength: 1, maxLength: 300 });

it("gives every percentile within one percent of the exact one, or a microsecond", () => {
  fc.assert(
    fc.property(times, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
      const histogram = createHistogram();
      for (const ms of list) histogram.add(ms);
      const sorted = [...list].sort((one, other) => one - other);
      const exact = sorted[Math.max(1, Math.ceil(share * list.length)) - 1] ?? 0;
      expect(Math.abs(histogram.percentile(share) - exact)).toBeLessThanOrEqual(exact * 0.0101 + 0.001);
      expect(histogram.count).toBe(list.length);
    }),
  );
});

it("counts what is no time as none, and has nothing to say of nothing", () => {
  const histogram = createHistogram();
  expect([histogram.count, histogram.percentile(0.5)]).toEqual([0, 0]);
  for (const ms of [Number.NaN, -1, Number.POSITIVE_INFINITY]) histogram.add(ms);
  expect([histogram.count, histogram.totalMs, histogram.percentile(1)]).toEqual([3, 0, 0]);
});
