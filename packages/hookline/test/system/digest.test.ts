import { expect, test } from "vitest";
import { sha256 } from "../../src/system/digest.ts";

test("the digest is SHA-256 in lower-case hexadecimal digits, of a text as of its bytes", () => {
  const known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(sha256("abc")).toBe(known);
  expect(sha256(Buffer.from("abc"))).toBe(known);
  expect(sha256("€")).toBe(sha256(new Uint8Array([0xe2, 0x82, 0xac])));
});
