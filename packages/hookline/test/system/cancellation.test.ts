import { expect, test } from "vitest";
import { onAbort } from "../../src/system/process/cancellation.ts";

test("every action of a signal is called once, but those that were taken back", () => {
  const cancel = new AbortController();
  const called: string[] = [];
  onAbort(cancel.signal, () => called.push("one"));
  const forget = onAbort(cancel.signal, () => called.push("two"));
  onAbort(cancel.signal, () => called.push("three"));
  forget();
  cancel.abort();
  cancel.abort();
  expect(called).toEqual(["one", "three"]);
});

test("signals do not mix", () => {
  const one = new AbortController();
  const other = new AbortController();
  const called: string[] = [];
  onAbort(one.signal, () => called.push("one"));
  onAbort(other.signal, () => called.push("other"));
  other.abort();
  expect(called).toEqual(["other"]);
});
