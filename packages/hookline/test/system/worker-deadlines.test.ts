import { expect, it } from "vitest";
import { createDeadlines, type Timed } from "../../src/system/process/worker/deadlines.ts";

/** A thing that tells how long it had when its time was over. */
function thing(deadlineMs: number, took: Map<number, number>): Timed {
  const startedAt = performance.now();
  return { startedAt, deadlineMs, passed: () => void took.set(deadlineMs, performance.now() - startedAt) };
}

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

it("each thing is told when its time is over, never before, in whatever order they came, and no other", async () => {
  const deadlines = createDeadlines();
  const took = new Map<number, number>();
  const things = [120, 30, 90, 60, 5, 600_000].map((ms) => thing(ms, took));
  for (const one of things) deadlines.add(one);
  const [, , third] = things;
  if (third) deadlines.remove(third);
  while (took.size < 4) await pause(10);
  expect([...took.keys()]).toEqual([5, 30, 60, 120]);
  for (const [ms, real] of took) expect(real).toBeGreaterThanOrEqual(ms);
  deadlines.close();
});

it("what is taken back while a blocked loop tells it is not told", async () => {
  const deadlines = createDeadlines();
  const took = new Map<number, number>();
  const one = thing(10, took);
  deadlines.add(one);
  const end = performance.now() + 80;
  while (performance.now() < end);
  // An answer that came while the loop was blocked is seen before the deadline is told.
  setImmediate(() => deadlines.remove(one));
  await pause(60);
  expect(took.size).toBe(0);
});

it("the clock keeps nothing alive once there is nothing to wait for", () => {
  const deadlines = createDeadlines();
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const one = thing(600_000, new Map());
  const now = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length - before;
  deadlines.add(one);
  expect(now()).toBe(1);
  deadlines.remove(one);
  expect(now()).toBe(0);
  deadlines.add(one);
  expect(now()).toBe(1);
  deadlines.close();
  expect(now()).toBe(1);
  deadlines.remove(one);
  expect(now()).toBe(0);
});
