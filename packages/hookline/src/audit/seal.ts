import { hash, timingSafeEqual } from "node:crypto";

/** Seals texts with a key: HMAC-SHA-256, in hexadecimal digits. */
export interface Seal {
  of(text: string | Uint8Array): string;
  holds(text: string | Uint8Array, seal: string): boolean;
}

const blockSize = 64;

/** A seal with a key of at most 64 bytes; the two halves of the key are prepared once, for a record is sealed twice. */
export function makeSeal(key: Uint8Array): Seal {
  let inner = Buffer.alloc(1024, 0x36);
  const outer = Buffer.alloc(blockSize + 32, 0x5c);
  for (const [place, byte] of key.entries()) {
    inner[place] = byte ^ 0x36;
    outer[place] = byte ^ 0x5c;
  }
  const of = (text: string | Uint8Array) => {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const end = blockSize + bytes.length;
    if (inner.length < end) inner = Buffer.concat([inner.subarray(0, blockSize)], end * 2);
    inner.set(bytes, blockSize);
    outer.write(hash("sha256", inner.subarray(0, end), "binary"), blockSize, "binary");
    return hash("sha256", outer, "hex");
  };
  return {
    of,
    holds(text, seal) {
      const right = Buffer.from(of(text));
      const given = Buffer.from(seal);
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}
