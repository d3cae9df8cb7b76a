import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCapture } from "../../src/system/process/capture.ts";

function capture(cap: number, ...chunks: readonly (string | Uint8Array)[]) {
  const made = createCapture(cap);
  for (const chunk of chunks) made.add(Buffer.from(chunk as string));
  return made.read();
}

describe("a capture", () => {
  test("of nothing is silence", () => {
    expect(capture(10)).toEqual({ text: "", tail: "", bytes: 0, truncated: false, valid: true });
  });

  test("holds exactly the cap without being cut", () => {
    expect(capture(5, "ab", "cde")).toEqual({
      text: "abcde",
      tail: "",
      bytes: 5,
      truncated: false,
      valid: true,
    });
  });

  test("is cut at the cap, and the rest is its tail", () => {
    expect(capture(5, "abc", "defg")).toEqual({
      text: "abcde",
      tail: "fg",
      bytes: 7,
      truncated: true,
      valid: true,
    });
  });

  test("is cut between characters, and nothing is lost that the tail has room for", () => {
    expect(capture(4, "ab€cd")).toEqual({ text: "ab", tail: "€cd", bytes: 7, truncated: true, valid: true });
    expect(capture(5, "a😀b")).toMatchObject({ text: "a😀", tail: "b", valid: true });
    expect(capture(4, "a😀b")).toMatchObject({ text: "a", tail: "😀b", valid: true });
  });

  test("keeps the last 8 KiB of a long stream, beginning with a whole character", () => {
    const { text, tail, bytes, valid } = capture(10, "x".repeat(10), "€".repeat(10_000));
    expect([text, bytes, valid]).toEqual(["x".repeat(10), 30_010, true]);
    expect(tail).toBe("€".repeat(2730));
  });

  test("with no room keeps the tail alone", () => {
    expect(capture(0, "abc")).toEqual({ text: "", tail: "abc", bytes: 3, truncated: true, valid: true });
  });

  test("says that bytes are not UTF-8, in the head and in the tail, and in what the cap cut", () => {
    expect(capture(10, new Uint8Array([0x61, 0xff])).valid).toBe(false);
    expect(capture(1, new Uint8Array([0x61, 0xff])).valid).toBe(false);
    expect(capture(2, new Uint8Array([0x61, 0xe2, 0x61])).valid).toBe(false);
    expect(capture(10, new Uint8Array([0xe2, 0x82])).valid).toBe(false);
  });

  test("does not keep the memory that it was lent", () => {
    const made = createCapture(10);
    const lent = Buffer.from("abc");
    made.add(lent);
    lent.fill("x");
    expect(made.read().text).toBe("abc");
  });

  test("stays small when a million bytes come one by one", () => {
    const made = createCapture(1024 * 1024);
    const one = Buffer.from("x");
    const before = process.memoryUsage();
    for (let count = 0; count < 1_000_000; count++) made.add(one);
    const after = process.memoryUsage();
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(
      32 * 1024 * 1024,
    );
    expect(made.read().text).toHaveLength(1_000_000);
  });

  test("gives valid text back whatever the chunks and the cap", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.nat(80),
        fc.array(fc.integer({ min: 1, max: 7 })),
        (text, cap, sizes) => {
          const bytes = Buffer.from(text);
          const made = createCapture(cap);
          let start = 0;
          for (const size of [...sizes, bytes.length + 1]) {
            made.add(bytes.subarray(start, start + size));
            start += size;
          }
          const read = made.read();
          expect(read.text + read.tail).toBe(text);
          expect(read).toMatchObject({ valid: true, bytes: bytes.length, truncated: bytes.length > cap });
          expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(cap);
        },
      ),
    );
  });
});
