/** The output of a command, of which only beginning and end are kept. */
export interface Output {
  add(chunk: Uint8Array): void;
  /** The text, without what ends the last line; its middle is left out if it is too long. */
  text(): string;
}

/** A character of UTF-8 has at most four bytes. */
const bytesPerCharacter = 4;

/** Keeps as much as `most` characters need, in memory that does not grow with the output. */
export function createOutput(most: number): Output {
  const half = Math.ceil(most / 2);
  const room = half * bytesPerCharacter;
  let head = Buffer.alloc(0);
  let tail: Uint8Array[] = [];
  let tailBytes = 0;
  let bytes = 0;

  /** Lets go of what lies before the last `room` bytes. */
  function trimTail(): Buffer {
    const kept = Buffer.concat(tail).subarray(Math.max(0, tailBytes - room));
    tail = [kept];
    tailBytes = kept.length;
    return kept;
  }

  return {
    add(chunk) {
      bytes += chunk.length;
      const fits = Math.min(chunk.length, room - head.length);
      if (fits > 0) head = Buffer.concat([head, chunk.subarray(0, fits)]);
      if (fits === chunk.length) return;
      const rest = chunk.subarray(fits);
      tail.push(rest);
      tailBytes += rest.length;
      if (tailBytes > 2 * room) trimTail();
    },
    text() {
      const end = trimTail();
      const isWhole = bytes === head.length + end.length;
      if (!isWhole) return shortened(head.toString("utf8"), end.toString("utf8"), half, bytes);
      const text = Buffer.concat([head, end]).toString("utf8").trimEnd();
      return text.length <= most ? text : shortened(text, text, half, Buffer.byteLength(text));
    },
  };
}

function shortened(beginning: string, end: string, half: number, bytes: number): string {
  const first = wholeCharacters(beginning.slice(0, half));
  const last = wholeCharacters(end.trimEnd().slice(-half));
  const left = bytes - Buffer.byteLength(first) - Buffer.byteLength(last);
  return `${first}\n[… ${left} bytes left out …]\n${last}`;
}

/** Without the half of a character at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF\uFFFD]+|[\uD800-\uDBFF\uFFFD]+$/g, "");
}
