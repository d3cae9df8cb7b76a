/** Takes bytes as they come and gives whole lines; of a line that is longer than the cap only the beginning is kept. */
export interface LineSplitter {
  add(chunk: Uint8Array): void;
  /** Gives what came after the last newline, if anything did. */
  end(): void;
}

const newline = 10;
/** So much of a line that is too long is told: enough for the id of its event. */
const startSize = 256;

/** Makes a splitter; lines come without their newline, decoded as UTF-8. */
export function createLineSplitter(
  cap: number,
  onLine: (text: string) => void,
  onLong: (start: string) => void,
): LineSplitter {
  let parts: Buffer[] = [];
  let kept = 0;
  let isLong = false;

  function take(piece: Buffer): void {
    if (isLong) return;
    if (kept + piece.length <= cap) {
      parts.push(Buffer.from(piece));
      kept += piece.length;
      return;
    }
    const first = Buffer.concat([...parts, piece.subarray(0, startSize)]).subarray(0, startSize);
    parts = [first];
    isLong = true;
  }

  function finish(last: Buffer): void {
    if (kept === 0 && !isLong) {
      if (last.length > cap) onLong(last.toString("utf8", 0, startSize));
      else onLine(last.toString("utf8"));
      return;
    }
    take(last);
    const whole = Buffer.concat(parts).toString("utf8");
    const wasLong = isLong;
    parts = [];
    kept = 0;
    isLong = false;
    if (wasLong) onLong(whole);
    else onLine(whole);
  }

  return {
    add(chunk) {
      const bytes = Buffer.isBuffer(chunk)
        ? chunk
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      let from = 0;
      for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
        finish(bytes.subarray(from, at));
        from = at + 1;
      }
      if (from < bytes.length) take(bytes.subarray(from));
    },
    end() {
      if (kept > 0 || isLong) finish(Buffer.alloc(0));
    },
  };
}
