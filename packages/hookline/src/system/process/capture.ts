import { isUtf8 } from "node:buffer";
import { type Captured, silence } from "../../contract/run.ts";

/** Takes the bytes of one stream and keeps its beginning and its end. */
export interface Capture {
  /** Takes bytes; what is kept of them is copied. */
  add(chunk: Uint8Array): void;
  /** Counts bytes that were not handed over, and takes the last of them: somebody else kept to the cap. */
  addBeyond(count: number, last: Uint8Array): void;
  /** Decodes what was kept. */
  read(): Captured;
}

const tailSize = 8 * 1024;
const none = Buffer.alloc(0);

/** Keeps the first `cap` bytes and, of those beyond, the last 8 KiB, in memory that does not grow with the stream. */
export function createCapture(cap: number): Capture {
  let head: Buffer = none;
  let kept = 0;
  let tail: Tail | null = null;
  let bytes = 0;

  function addHead(chunk: Uint8Array): void {
    const needed = kept + chunk.length;
    if (needed > head.length) {
      // The first chunk is mostly the only one; after it the room doubles, so that single bytes stay cheap too.
      const roomier = Buffer.allocUnsafe(
        kept === 0 ? needed : Math.min(cap, Math.max(needed, head.length * 2)),
      );
      head.copy(roomier, 0, 0, kept);
      head = roomier;
    }
    head.set(chunk, kept);
    kept = needed;
  }

  function addTail(chunk: Uint8Array): void {
    tail ??= createTail();
    tail.add(chunk);
  }

  return {
    add(chunk) {
      bytes += chunk.length;
      const room = cap - kept;
      if (room >= chunk.length) addHead(chunk);
      else {
        if (room > 0) addHead(chunk.subarray(0, room));
        addTail(room > 0 ? chunk.subarray(room) : chunk);
      }
    },
    addBeyond(count, last) {
      bytes += count;
      if (last.length > 0) addTail(last);
    },
    read() {
      if (bytes === 0) return silence;
      const beginning = head.subarray(0, kept);
      if (!tail) return { ...decoded(beginning), tail: "", bytes, truncated: false };
      const cut = lastWholeCharacter(beginning);
      const end = tail.read();
      const gapless = bytes - kept === end.length;
      const first = decoded(beginning.subarray(0, cut));
      const last = decoded(
        gapless ? Buffer.concat([beginning.subarray(cut), end]) : end.subarray(firstWholeCharacter(end)),
      );
      return { text: first.text, tail: last.text, bytes, truncated: true, valid: first.valid && last.valid };
    },
  };
}

/** The last bytes of a stream. */
export interface Tail {
  /** Takes bytes; what is kept of them is copied. */
  add(chunk: Uint8Array): void;
  /** At most 8 KiB; only lent. */
  read(): Buffer;
}

/** Keeps the last 8 KiB of all that it takes. */
export function createTail(): Tail {
  const kept = Buffer.allocUnsafe(2 * tailSize);
  let size = 0;
  return {
    add(chunk) {
      if (chunk.length >= tailSize) {
        kept.set(chunk.subarray(chunk.length - tailSize));
        size = tailSize;
        return;
      }
      if (size + chunk.length > kept.length) {
        kept.copyWithin(0, size - tailSize, size);
        size = tailSize;
      }
      kept.set(chunk, size);
      size += chunk.length;
    },
    read: () => kept.subarray(Math.max(0, size - tailSize), size),
  };
}

function decoded(bytes: Buffer): { readonly text: string; readonly valid: boolean } {
  return { text: bytes.toString("utf8"), valid: isUtf8(bytes) };
}

/** Where to cut the end off, so that a character of several bytes is not halved. */
function lastWholeCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Where the first character begins that is whole. */
function firstWholeCharacter(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start] ?? 0)) start++;
  return start;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
