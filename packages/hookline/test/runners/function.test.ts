import { describe, expect, test } from "vitest";
import type { Call, HookFunction } from "../../src/contract/runner.ts";
import { functionRunner } from "../../src/runners/function.ts";
import { approvedHook } from "./approved-hook.ts";
import { callWith, payload } from "./call.ts";

function run(named: HookFunction | undefined, given: Partial<Call> = {}) {
  const functionOf = ({ id }: { id: string }) => (id === "under-test" ? named : undefined);
  return functionRunner.run(approvedHook(), {}, callWith({ functionOf }, given));
}

describe("a function", () => {
  // shows: S-024
  test("gets the payload, a signal and the event", async () => {
    let got: unknown[] = [];
    await run((...given) => {
      got = given;
    });
    expect(got[0]).toBe(payload);
    expect(Object.isFrozen(got[0])).toBe(true);
    expect(got[1]).toMatchObject({ signal: expect.any(AbortSignal), event: { id: "event-1" } });
  });

  test("gives its value as it is", async () => {
    const circle: Record<string, unknown> = { big: 1n, call: () => {} };
    circle.self = circle;
    const ended = await run(async () => circle);
    expect(ended.end.kind === "value" && ended.end.value === circle).toBe(true);
    expect(ended).toMatchObject({ stdout: { text: "" }, stderr: { text: "" }, left: [] });
  });

  test.each([undefined, null, 0, "text", false])("may give %s", async (value) => {
    expect((await run(() => value)).end).toEqual({ kind: "value", value });
  });

  test("that throws has crashed", async () => {
    const { end } = await run(() => {
      throw new Error("no such table");
    });
    expect(end).toEqual({ kind: "fault", fault: "crash", detail: "no such table" });
  });

  test.each([
    ["async", {}],
    ["asyncTimeout", { async: true }],
    ["answer", { async: true }],
  ])("whose answer throws when somebody looks at its %s has crashed", async (name, answer) => {
    const throwing = () => {
      throw new Error("do not look");
    };
    const { end } = await run(() => Object.defineProperty(answer, name, { get: throwing }));
    expect(end).toEqual({ kind: "fault", fault: "crash", detail: "do not look" });
  });

  // shows: F-085
  test("that changes the payload has crashed", async () => {
    const { end } = await run((given) => {
      Object.assign(given, { tool_name: "Read" });
    });
    expect(end).toMatchObject({ fault: "crash" });
    expect(payload.tool_name).toBe("Write");
  });

  test("that does not answer is out of time", async () => {
    const { end } = await run(() => new Promise(() => {}), { deadlineMs: 20 });
    expect(end).toEqual({ kind: "fault", fault: "timeout", detail: "no answer within 0.02 s" });
  });

  test("is cancelled with the call", async () => {
    const { end } = await run(() => "not reached", { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ fault: "cancelled" });
  });

  test("that nobody registered never ran", async () => {
    expect((await run(undefined)).end).toMatchObject({
      fault: "spawn",
      detail: expect.stringContaining("under-test"),
    });
  });
});
