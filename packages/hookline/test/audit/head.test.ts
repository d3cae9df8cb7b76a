import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { putSlot, readSlot, slotSize, slotText } from "../../src/audit/head.ts";
import { makeSeal } from "../../src/audit/seal.ts";

const key = Buffer.alloc(32, 7);
const seal = makeSeal(key);

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const slots = fc.record({
  count: fc.nat(999_999_999_999),
  seq: fc.nat(Number.MAX_SAFE_INTEGER),
  hash: hex,
  file: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 9_999_999_999 })),
  size: fc.nat(Number.MAX_SAFE_INTEGER),
  signed: fc.nat(Number.MAX_SAFE_INTEGER),
});

test("a slot reads back as it was written, whatever stood in its bytes before", () => {
  const bytes = Buffer.alloc(slotSize, "x");
  fc.assert(
    fc.property(slots, (slot) => {
      putSlot(bytes, slot, seal);
      const text = bytes.toString("latin1");
      expect(readSlot(text, seal)).toEqual({ state: "whole", slot });
      expect(text).toBe(slotText(slot, seal));
    }),
  );
});

test("a slot is the text that trails have had since the first", () => {
  const slot = { count: 12, seq: 3, hash: "ab".repeat(32), file: 1, size: 1486, signed: 2 };
  const said = `hookline-head 000000000012 0000000000000003 ${slot.hash} 000001 0000000000001486 0000000000000002`;
  const sealed = createHmac("sha256", key).update(said).digest("hex");
  expect(slotText(slot, seal)).toBe(`${`${said} ${sealed} 000000000012`.padEnd(255)}\n`);
});

test("a slot of which one letter is another is not believed", () => {
  const whole = { state: "whole" };
  fc.assert(
    fc.property(slots, fc.nat(slotSize - 1), fc.constantFrom("0", "1", "f", " "), (slot, place, letter) => {
      const text = slotText(slot, seal);
      const edited = text.slice(0, place) + letter + text.slice(place + 1);
      if (edited !== text) expect(readSlot(edited, seal)).not.toMatchObject(whole);
    }),
  );
});

test("a seal is the HMAC of its text, as a text and as bytes, however long", () => {
  const texts = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ minLength: 900, maxLength: 5_000 }));
  fc.assert(
    fc.property(texts, (text) => {
      const right = createHmac("sha256", key).update(text).digest("hex");
      expect(seal.of(text)).toBe(right);
      expect(seal.of(Buffer.from(text))).toBe(right);
      expect(seal.holds(text, right)).toBe(true);
      expect(seal.holds(`${text}.`, right)).toBe(false);
    }),
  );
});
