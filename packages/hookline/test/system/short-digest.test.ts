import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shortDigest } from "../../src/system/short-digest.ts";

it("is SHA-256, for every text", () => {
  const exact = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
    expect(shortDigest("x".repeat(length)), String(length)).toBe(exact("x".repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      expect(shortDigest(text)).toBe(exact(text));
    }),
  );
});
