import { expect, test } from "vitest";
import { onDeadline } from "../../src/system/process/deadline.ts";

const block = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test("a deadline never passes early, although the loop was busy when it was set", async () => {
  await new Promise((resolve) => setImmediate(resolve));
  const startedAt = performance.now();
  block(60);
  const waited = await new Promise<number>((resolve) => {
    onDeadline(startedAt, 100, () => resolve(performance.now() - startedAt));
  });
  expect(waited).toBeGreaterThanOrEqual(100);
  expect(waited).toBeLessThan(1_000);
});

test("what happened while the loop was blocked is seen before the deadline passes", async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    const forget = onDeadline(performance.now(), 50, () => {
      order.push("deadline");
      resolve();
    });
    setTimeout(() => {
      order.push("event");
      forget();
      resolve();
    }, 60);
    block(200);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(order).toEqual(["event"]);
});

test("a deadline that was taken back does not pass", async () => {
  let passed = false;
  onDeadline(performance.now(), 20, () => {
    passed = true;
  })();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(passed).toBe(false);
});

test("a time that no timer can hold is waited for", async () => {
  let passed = false;
  const forget = onDeadline(performance.now(), Number.POSITIVE_INFINITY, () => {
    passed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  forget();
  expect(passed).toBe(false);
});
