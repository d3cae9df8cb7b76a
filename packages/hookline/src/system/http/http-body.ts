import { isUtf8 } from "node:buffer";
import type { Captured } from "../../contract/run.ts";

/** Keeps the beginning of a body. */
export interface Body {
  /** False once the cap is passed: the rest is not wanted. */
  add(chunk: Uint8Array): boolean;
  captured(): Captured;
}

/** Collects a body up to `cap` bytes. */
export function createBody(cap: number): Body {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let seen = 0;
  return {
    add(chunk) {
      seen += chunk.byteLength;
      const part = chunk.subarray(0, cap - kept);
      kept += part.byteLength;
      if (part.byteLength > 0) chunks.push(part);
      return seen <= cap;
    },
    captured() {
      const truncated = seen > cap;
      const all = Buffer.concat(chunks, kept);
      const bytes = truncated ? wholeCharacters(all) : all;
      return { text: bytes.toString("utf8"), tail: "", bytes: seen, truncated, valid: isUtf8(bytes) };
    },
  };
}

/** Without the character that the cap cut in two: that it is incomplete is not the sender's fault. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
