/** Tells which of its words stand in a text, in one pass over it. */
export type WordScan = (text: string) => ReadonlySet<number>;

const none: ReadonlySet<number> = new Set();

/** Three bytes as a place in the table. */
const mask = 0x7fff;
const step = (before: number, byte: number) => ((before << 5) ^ byte) & mask;

/** Looks for words of at least three characters; upper and lower case are the same to it, so a match is only a reason to look closely. */
export function createWordScan(words: readonly string[]): WordScan {
  const encoder = new TextEncoder();
  const folds = Uint8Array.from({ length: 256 }, (_, byte) => folded(byte));
  const begins = new Uint8Array(mask + 1);
  const beginning = new Map<number, { readonly index: number; readonly bytes: Uint8Array }[]>();
  for (const [index, word] of words.entries()) {
    const bytes = encoder.encode(word).map(folded);
    const at = step(step(step(0, bytes[0] ?? 0), bytes[1] ?? 0), bytes[2] ?? 0);
    begins[at] = 1;
    beginning.set(at, [...(beginning.get(at) ?? []), { index, bytes }]);
  }
  return (text) => {
    const bytes = encoder.encode(text);
    let found: Set<number> | null = null;
    let at = 0;
    for (let end = 0; end < bytes.length; end++) {
      at = step(at, folds[bytes[end] ?? 0] ?? 0);
      if (begins[at] === 0) continue;
      for (const word of beginning.get(at) ?? []) {
        if (found?.has(word.index) || !standsAt(bytes, end - 2, word.bytes, folds)) continue;
        found ??= new Set();
        found.add(word.index);
      }
    }
    return found ?? none;
  };
}

/** Upper case as lower case, all else as it is. */
function folded(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte | 32 : byte;
}

function standsAt(text: Uint8Array, start: number, word: Uint8Array, folds: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) {
    if (folds[text[start + index] ?? 0] !== word[index]) return false;
  }
  return start >= 0;
}
