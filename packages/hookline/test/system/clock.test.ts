import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isoTime } from "../../src/system/clock.ts";

test("a time is that of the system's own writer, whichever came before it", () => {
  const near = fc.integer({ min: 1_763_208_681_990, max: 1_763_208_683_010 });
  const any = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { maxLength: 20 }), (times) => {
      for (const time of times) expect(isoTime(time)).toBe(new Date(time).toISOString());
    }),
  );
  expect(Math.abs(Date.parse(isoTime()) - Date.now())).toBeLessThan(60_000);
});
