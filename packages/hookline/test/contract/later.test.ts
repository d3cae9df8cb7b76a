import { describe, expect, it } from "vitest";
import { later } from "../../src/contract/later.ts";

describe("what is made later", () => {
  it.each([[{ made: true }], [undefined], [null], [0]])(
    "is made when it is asked for, and once: %j",
    (value) => {
      let times = 0;
      const get = later(() => {
        times += 1;
        return value;
      });
      expect(times).toBe(0);
      expect([get(), get()]).toEqual([value, value]);
      expect(get()).toBe(value);
      expect(times).toBe(1);
    },
  );

  it("is tried again if it could not be made", () => {
    let times = 0;
    const get = later(() => {
      times += 1;
      if (times === 1) throw new Error("not yet");
      return times;
    });
    expect(get).toThrow("not yet");
    expect([get(), get()]).toEqual([2, 2]);
  });
});
