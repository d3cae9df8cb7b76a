import { expect, test, vi } from "vitest";
import { setDeadline } from "../../src/system/deadlines.ts";

const waited = (ms: number) => new Promise<void>((resolve) => void setDeadline(ms, resolve));

test("what was set first for the same time happens first, and each of them once", async () => {
  const order: number[] = [];
  for (const number of [1, 2, 3]) setDeadline(5, () => order.push(number));
  await waited(30);
  expect(order).toEqual([1, 2, 3]);
});

test("nothing happens too early, however many were set before and taken back", async () => {
  const act = vi.fn();
  for (let count = 0; count < 50; count++) setDeadline(10 + count, act).clear();
  const began = performance.now();
  await waited(40);
  expect(performance.now() - began).toBeGreaterThanOrEqual(39);
  expect(act).not.toHaveBeenCalled();
});

test("an earlier one does not wait for a later one that was set before it", async () => {
  const late = setDeadline(60_000, () => {});
  await waited(5);
  late.clear();
});

test("what is taken back twice, also by another deadline, is taken back", async () => {
  const act = vi.fn();
  const one = setDeadline(20, act);
  setDeadline(5, () => one.clear());
  await waited(40);
  one.clear();
  expect(act).not.toHaveBeenCalled();
});

test("a process is kept alive as long as one is waited for, and no longer", async () => {
  const alive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = alive();
  const [one, other] = [setDeadline(600_000, () => {}), setDeadline(700_000, () => {})];
  expect(alive()).toBe(before + 1);
  one.clear();
  expect(alive()).toBe(before + 1);
  other.clear();
  expect(alive()).toBe(before);
  const again = setDeadline(650_000, () => {});
  expect(alive()).toBe(before + 1);
  again.clear();
  expect(alive()).toBe(before);
});
