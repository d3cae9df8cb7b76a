import { describe, expect, it } from "vitest";
import { callWithin } from "../../src/system/bounded-call.ts";

const endless = (): never => {
  for (;;);
};

describe("a bounded call", () => {
  it("gives the value of the function", () => {
    const value = { a: 1 };
    const result = callWithin(1_000, () => value);
    expect(result).toEqual({ kind: "value", value });
    expect(result.kind === "value" && result.value === value).toBe(true);
  });

  it("stops a loop", () => {
    expect(callWithin(20, endless)).toEqual({ kind: "limit" });
    expect(callWithin(1_000, () => 1)).toEqual({ kind: "value", value: 1 });
  });

  it("stops a regular expression", () => {
    expect(callWithin(20, () => /^(?=(\w+\s?)*$)/.test(`${"a".repeat(60)}!`))).toEqual({ kind: "limit" });
  });

  it("lets errors through as they are", () => {
    const error = new TypeError("mine");
    const thrown = () =>
      callWithin(1_000, () => {
        throw error;
      });
    expect(thrown).toThrow(error);
  });

  it("works inside another one", () => {
    const outer = callWithin(5_000, () => [callWithin(20, endless), callWithin(1_000, () => 2)]);
    expect(outer).toEqual({ kind: "value", value: [{ kind: "limit" }, { kind: "value", value: 2 }] });
    expect(callWithin(20, () => callWithin(5_000, endless))).toEqual({ kind: "limit" });
  });
});
