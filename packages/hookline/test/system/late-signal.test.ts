import { expect, it } from "vitest";
import { lateSignal } from "../../src/system/late-signal.ts";

it("is aborted for those who asked before and for those who ask after", () => {
  const early = lateSignal();
  const heard: string[] = [];
  early.signal.addEventListener("abort", () => heard.push("early"));
  expect(early.isAborted()).toBe(false);
  early.abort();
  early.abort();
  expect(heard).toEqual(["early"]);
  expect(early.isAborted()).toBe(true);

  const late = lateSignal();
  late.abort();
  expect(late.signal.aborted).toBe(true);
  expect(late.signal).toBe(late.signal);
  expect(lateSignal().signal.aborted).toBe(false);
});
