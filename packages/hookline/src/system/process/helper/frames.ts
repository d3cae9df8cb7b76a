/** The most bytes that one frame may hold; what is larger does not go through a helper. */
export const largestFrame = 64 * 1024 * 1024;

/** A stream of bytes that is cut into frames: each is its length (four bytes, the lowest first, not counting themselves), then its bytes. */
export interface FrameReader {
  /** Takes what has arrived, in pieces of any size, and hands on every frame that is whole; throws if a length cannot be. */
  add(chunk: Uint8Array): void;
}

/** Cuts a stream into frames, each of which lies in `bytes` between two places; it is only lent, and is used before the next one comes. */
export function createFrameReader(onFrame: (bytes: Buffer, from: number, to: number) => void): FrameReader {
  let rest: Buffer[] = [];
  let size = 0;
  let needed = 4;
  return {
    add(chunk) {
      const fresh = Buffer.isBuffer(chunk)
        ? chunk
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      size += fresh.length;
      if (size < needed) {
        // A copy: who lends the bytes uses the same ones again.
        rest.push(Buffer.from(fresh));
        return;
      }
      const bytes = rest.length === 0 ? fresh : Buffer.concat([...rest, fresh]);
      let at = 0;
      needed = 4;
      while (bytes.length - at >= 4) {
        const length = bytes.readUInt32LE(at);
        if (length === 0 || length > largestFrame) throw new Error(`a frame of ${length} bytes cannot be`);
        needed = 4 + length;
        if (bytes.length - at < needed) break;
        const from = at + 4;
        at += needed;
        needed = 4;
        onFrame(bytes, from, at);
      }
      size = bytes.length - at;
      if (size > 0) rest = [Buffer.from(bytes.subarray(at))];
      else if (rest.length > 0) rest = [];
    },
  };
}
