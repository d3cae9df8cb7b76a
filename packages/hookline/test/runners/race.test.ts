import { getEventListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { messageOf, race } from "../../src/runners/race.ts";

const never = () => new Promise<never>(() => {});

function limits(deadlineMs = 5_000) {
  const controller = new AbortController();
  return { controller, call: { signal: controller.signal, deadlineMs } };
}

describe("what comes first", () => {
  test("is a value, at once or later, also from another thenable", async () => {
    const { call } = limits();
    expect(await race(call, () => 1)).toMatchObject({ kind: "value", value: 1 });
    expect(await race(call, async () => 2)).toMatchObject({ kind: "value", value: 2 });
    // biome-ignore lint/suspicious/noThenProperty: any object with a `then` is awaited
    const thenable = { then: (done: (value: number) => void) => done(3) } as PromiseLike<number>;
    expect(await race(call, () => thenable)).toMatchObject({ kind: "value", value: 3 });
  });

  test("is an error, thrown at once or later", async () => {
    const { call } = limits();
    const atOnce = await race(call, () => {
      throw new Error("now");
    });
    expect(atOnce).toMatchObject({ kind: "threw", message: "now" });
    expect(await race(call, () => Promise.reject(new Error("later")))).toMatchObject({
      kind: "threw",
      message: "later",
    });
  });

  test("is the deadline, which the work is told of", async () => {
    const { call } = limits(30);
    let told: unknown;
    const raced = await race(call, (signal) => {
      signal.addEventListener("abort", () => {
        told = signal.reason.name;
      });
      return never();
    });
    expect(raced).toMatchObject({ kind: "timeout", message: "no answer within 0.03 s" });
    expect(raced.durationMs).toBeGreaterThan(20);
    expect(told).toBe("TimeoutError");
  });

  test("is the caller's signal, which the work is told of", async () => {
    const { call, controller } = limits();
    let told: unknown;
    const raced = await race(call, (signal) => {
      signal.addEventListener("abort", () => {
        told = signal.reason.name;
      });
      controller.abort();
      return never();
    });
    expect([raced.kind, told]).toEqual(["cancelled", "AbortError"]);
  });

  test("was the caller's signal: then the work is not begun", async () => {
    let begun = false;
    const raced = await race({ signal: AbortSignal.abort(), deadlineMs: 5_000 }, () => {
      begun = true;
    });
    expect([raced.kind, begun]).toEqual(["cancelled", false]);
  });
});

test("a rejection after the deadline is swallowed", async () => {
  const { call } = limits(10);
  let fail: (error: Error) => void = () => {};
  const late = new Promise<never>((_done, reject) => {
    fail = reject;
  });
  expect((await race(call, () => late)).kind).toBe("timeout");
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  fail(new Error("too late"));
  await wait(0);
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("no listener is left behind", async () => {
  const { call, controller } = limits(20);
  await race(call, () => 1);
  await race(call, () => Promise.reject(new Error("no")));
  await race(call, never);
  expect(getEventListeners(call.signal, "abort")).toEqual([]);
  const pending = race({ ...call, deadlineMs: 5_000 }, never);
  controller.abort();
  await pending;
  expect(getEventListeners(call.signal, "abort")).toEqual([]);
});

test.each<[unknown, string]>([
  [new Error("broken"), "broken"],
  [new TypeError(""), "TypeError"],
  ["text", "threw text"],
  [undefined, "threw undefined"],
  [{ code: 1 }, 'threw {"code":1}'],
  [10n, "threw something that cannot be shown"],
])("messageOf %o is %s", (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});
