import { expect, it } from "vitest";
import { giveBackController, takeController } from "../../src/system/spare-signals.ts";

it("is used again when it was given back, never when it was aborted", () => {
  const one = takeController();
  expect(takeController()).not.toBe(one);
  giveBackController(one);
  expect(takeController()).toBe(one);
  one.abort();
  giveBackController(one);
  const next = takeController();
  expect(next).not.toBe(one);
  expect(next.signal.aborted).toBe(false);
});

it("keeps no more than it may need", () => {
  const all = Array.from({ length: 40 }, takeController);
  for (const one of all) giveBackController(one);
  const again = new Set(Array.from({ length: 40 }, takeController));
  expect(all.filter((one) => again.has(one)).length).toBe(16);
});
