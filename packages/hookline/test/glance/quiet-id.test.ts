import { expect, test } from "vitest";
import { quietId } from "../../src/glance/quiet-id.ts";

test("an identifier of an event that is answered at a glance is a UUIDv7 of now, and no other is like it", () => {
  const before = Date.now();
  const all = Array.from({ length: 20_000 }, quietId);
  const after = Date.now();
  for (const id of all) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(time >= before && time <= after).toBe(true);
  }
  expect(new Set(all).size).toBe(all.length);
});
