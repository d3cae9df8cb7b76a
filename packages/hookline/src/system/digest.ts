import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { shortDigest } from "./short-digest.ts";

/** So many short texts are worth no library. */
const few = { texts: 40, length: 1_000 };
let short = 0;

/** The SHA-256 of a text (as UTF-8) or of bytes, in lower-case hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  if (short < few.texts && typeof content === "string" && content.length <= few.length) {
    short++;
    return shortDigest(content);
  }
  short = few.texts;
  return hash("sha256", content, "hex");
}

/** A key for `hmac256` that nobody can guess, in hexadecimal digits. */
export function newKey(): string {
  return randomBytes(32).toString("hex");
}

/** The HMAC-SHA-256 of a text under a key of hexadecimal digits. */
export function hmac256(key: string, text: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
}

/** True if two texts are equal; how long it takes says nothing of where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
