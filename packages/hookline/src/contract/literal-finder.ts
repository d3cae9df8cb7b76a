/** Tells where which of its literals stand in a text, also where they overlap. */
export type LiteralFinder = (text: string, found: (literal: number, start: number) => void) => void;

/** The last two characters of a window, as a place in the table. */
const place = (one: number, other: number) => ((one & 255) << 8) | (other & 255);

/**
 * Finds many literals at once (Wu and Manber): two characters decide how far the window may jump, so that a text without any of
 * them is only touched here and there. Every literal has at least two characters.
 */
export function createLiteralFinder(literals: readonly string[]): LiteralFinder {
  const shortest = literals.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  if (literals.length === 0 || shortest < 2) return () => {};
  const last = Math.min(shortest, 250) - 1;
  const jumps = new Uint8Array(65_536).fill(last);
  const ending = new Map<number, number[]>();
  for (const [index, literal] of literals.entries()) {
    for (let end = 1; end <= last; end++) {
      const at = place(literal.charCodeAt(end - 1), literal.charCodeAt(end));
      jumps[at] = Math.min(jumps[at] ?? 0, last - end);
      if (end !== last) continue;
      const same = ending.get(at);
      if (same) same.push(index);
      else ending.set(at, [index]);
    }
  }
  return (text, found) => {
    for (let end = last; end < text.length; ) {
      const at = place(text.charCodeAt(end - 1), text.charCodeAt(end));
      const jump = jumps[at] ?? 0;
      if (jump > 0) {
        end += jump;
        continue;
      }
      const start = end - last;
      for (const index of ending.get(at) ?? []) {
        if (text.startsWith(literals[index] ?? "", start)) found(index, start);
      }
      end += 1;
    }
  };
}
