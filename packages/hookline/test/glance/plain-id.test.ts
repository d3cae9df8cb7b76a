import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainId } from "../../src/glance/plain-id.ts";

/** The same in one pattern, which takes longer to compile than most events take. */
const plain = /^(?:[\w.-]{1,16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const uuid = "0190a8f3-7c2e-7b1d-9E4F-2a6b8c0d1e2f";

describe("a plain id", () => {
  it.each(["a", "s1", "a.b_c-d", "0123456789abcdef", uuid])("is %s", (text) => {
    expect(isPlainId(text)).toBe(true);
  });

  it.each([
    "",
    "a b",
    "0123456789abcdefg",
    "é",
    "a\n",
    `${uuid}\n`,
    uuid.replace("-", "_"),
    `g${uuid.slice(1)}`,
  ])("is not %j", (text) => expect(isPlainId(text)).toBe(false));

  it("is what the pattern says, whatever sign stands wherever", () => {
    const sign = fc.integer({ min: 0, max: 0x17f }).map((code) => String.fromCharCode(code));
    const place = fc.integer({ min: 0, max: 35 });
    fc.assert(
      fc.property(fc.constantFrom(uuid, "abc", "0123456789abcdef"), place, sign, (text, at, other) => {
        const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
        expect(isPlainId(changed)).toBe(plain.test(changed));
      }),
      { numRuns: 3_000 },
    );
  });
});
