/** Keeps the end of a stream that never ends, in memory that does not grow. */
export interface Tail {
  add(chunk: Uint8Array): void;
  /** How many bytes came so far. */
  mark(): number;
  /** What came since a mark, at most the last 8 KiB of it. */
  since(mark: number): string;
}

const size = 8 * 1024;

/** Makes an empty tail. */
export function createTail(): Tail {
  let kept = Buffer.alloc(0);
  let bytes = 0;
  return {
    add(chunk) {
      bytes += chunk.length;
      const joined = chunk.length >= size ? Buffer.from(chunk) : Buffer.concat([kept, chunk]);
      kept = joined.length > size ? Buffer.from(joined.subarray(joined.length - size)) : joined;
    },
    mark: () => bytes,
    since(mark) {
      const count = Math.min(bytes - mark, kept.length);
      return count <= 0 ? "" : kept.subarray(kept.length - count).toString("utf8");
    },
  };
}
