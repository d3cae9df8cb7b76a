import { expect, test } from "vitest";
import { notSoon, soon } from "../../src/system/soon.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function named(done: string[], name: string, then = () => {}) {
  return {
    due() {
      done.push(name);
      then();
    },
  };
}

test("things are done in the next turn, in order, each once, but those that were taken back", async () => {
  const done: string[] = [];
  const [one, two, three] = [named(done, "one"), named(done, "two"), named(done, "three")];
  soon(one);
  soon(two);
  soon(three);
  soon(one);
  notSoon(two);
  await Promise.resolve();
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(["one", "three"]);
  await turn();
  expect(done).toHaveLength(2);
});

test("what is asked for while others are done waits for the turn after it", async () => {
  const done: string[] = [];
  const later = named(done, "later");
  soon(named(done, "first", () => soon(later)));
  await turn();
  expect(done).toEqual(["first"]);
  await turn();
  expect(done).toEqual(["first", "later"]);
});

test("however many ask, the loop is asked once", async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === "Immediate").length;
  const things = Array.from({ length: 100 }, () => ({ due() {} }));
  for (const thing of things) soon(thing);
  expect(
    process.getActiveResourcesInfo().filter((name) => name === "Immediate").length - before,
  ).toBeLessThanOrEqual(1);
  for (const thing of things) notSoon(thing);
  await turn();
});
