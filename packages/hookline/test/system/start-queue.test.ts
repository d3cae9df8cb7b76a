import { describe, expect, test } from "vitest";
import { createStartQueue } from "../../src/system/process/start-queue.ts";

const atOnce = (_: number, action: () => void) => action();
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a start queue", () => {
  test("starts the first at once and one more in each turn of the loop", async () => {
    const started: number[] = [];
    const queue = createStartQueue(atOnce);
    for (const number of [1, 2, 3]) queue.add(() => started.push(number), false);
    expect(started).toEqual([1]);
    await turn();
    expect(started).toEqual([1, 2]);
    await turn();
    expect(started).toEqual([1, 2, 3]);
    await turn();
    queue.add(() => started.push(4), false);
    expect(started).toEqual([1, 2, 3, 4]);
  });

  test("starts what nobody waits for after the others", async () => {
    const started: string[] = [];
    const queue = createStartQueue(atOnce);
    queue.add(() => started.push("first"), false);
    queue.add(() => started.push("background"), true);
    queue.add(() => started.push("second"), false);
    await turn();
    await turn();
    await turn();
    expect(started).toEqual(["first", "second", "background"]);
  });

  test("waits until it may start, and says for how many", async () => {
    const started: number[] = [];
    const asked: number[] = [];
    let ready = () => {};
    const queue = createStartQueue((count, action) => {
      asked.push(count);
      ready = action;
    });
    queue.add(() => started.push(1), false);
    queue.add(() => started.push(2), false);
    await turn();
    expect(started).toEqual([]);
    ready();
    expect(started).toEqual([1]);
    await turn();
    ready();
    expect([started, asked]).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });
});
