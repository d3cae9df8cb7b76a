import { expect, test, vi } from "vitest";
import { uuidv7 } from "../../src/system/identifiers.ts";

// shows: W-129
test("an identifier has the shape of a UUIDv7 and the time of its making", async () => {
  // Identifiers never go back in time: where somebody has set the clock forward in this process, a new beginning is needed.
  vi.resetModules();
  const { uuidv7: fresh } = await import("../../src/system/identifiers.ts");
  const before = Date.now();
  const id = fresh();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test("many at once are different and in ascending order", () => {
  const ids = Array.from({ length: 50_000 }, uuidv7);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test("their last parts do not repeat", () => {
  const ends = Array.from({ length: 5_000 }, () => uuidv7().slice(-12));
  expect(new Set(ends).size).toBe(ends.length);
});
