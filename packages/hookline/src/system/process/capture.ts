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
  return new Kept(cap);
}

class Kept implements Capture {
  readonly #cap: number;
  /** All that has come, if it is short and plain, as most answers are: then its bytes need not be kept. */
  #text: string | null = null;
  #head: Buffer = none;
  #kept = 0;
  #tail: Tail | null = null;
  #bytes = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  add(chunk: Uint8Array): void {
    if (this.#bytes === 0 && chunk.length <= this.#cap) this.#text = shortText(chunk);
    else if (this.#text !== null) this.#keepBytes(this.#text);
    this.#bytes += chunk.length;
    if (this.#text !== null) return;
    const room = this.#cap - this.#kept;
    if (room >= chunk.length) {
      this.#addHead(chunk);
      return;
    }
    if (room > 0) this.#addHead(chunk.subarray(0, room));
    this.#addTail(room > 0 ? chunk.subarray(room) : chunk);
  }

  addBeyond(count: number, last: Uint8Array): void {
    if (this.#text !== null) this.#keepBytes(this.#text);
    this.#bytes += count;
    if (last.length > 0) this.#addTail(last);
  }

  read(): Captured {
    const bytes = this.#bytes;
    if (bytes === 0) return silence;
    if (this.#text !== null) return { text: this.#text, tail: "", bytes, truncated: false, valid: true };
    const kept = this.#kept;
    if (this.#tail) return this.#readBoth(this.#head.subarray(0, kept), this.#tail.read());
    const whole = kept === this.#head.length ? this.#head : this.#head.subarray(0, kept);
    return { text: whole.toString("utf8"), tail: "", bytes, truncated: false, valid: isUtf8(whole) };
  }

  /** More has come than the short text. */
  #keepBytes(text: string): void {
    this.#text = null;
    if (text !== "") this.#addHead(Buffer.from(text, "latin1"));
  }

  #readBoth(beginning: Buffer, end: Buffer): Captured {
    const bytes = this.#bytes;
    const cut = lastWholeCharacter(beginning);
    const gapless = bytes - beginning.length === end.length;
    const first = decoded(beginning.subarray(0, cut));
    const last = decoded(
      gapless ? Buffer.concat([beginning.subarray(cut), end]) : end.subarray(firstWholeCharacter(end)),
    );
    return { text: first.text, tail: last.text, bytes, truncated: true, valid: first.valid && last.valid };
  }

  #addHead(chunk: Uint8Array): void {
    const needed = this.#kept + chunk.length;
    if (needed > this.#head.length) {
      // The first chunk is mostly the only one; after it the room doubles, so that single bytes stay cheap too.
      const roomier = Buffer.allocUnsafe(
        this.#kept === 0 ? needed : Math.min(this.#cap, Math.max(needed, this.#head.length * 2)),
      );
      if (this.#kept > 0) this.#head.copy(roomier, 0, 0, this.#kept);
      this.#head = roomier;
    }
    this.#head.set(chunk, this.#kept);
    this.#kept = needed;
  }

  #addTail(chunk: Uint8Array): void {
    this.#tail ??= createTail();
    this.#tail.add(chunk);
  }
}

/** No longer than this. */
const shortSize = 256;

/** A short text that is ASCII; null for every other. */
function shortText(chunk: Uint8Array): string | null {
  if (chunk.length > shortSize) return null;
  for (let at = 0; at < chunk.length; at++) if ((chunk[at] ?? 0) > 0x7f) return null;
  return Buffer.prototype.latin1Slice.call(chunk, 0, chunk.length);
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
