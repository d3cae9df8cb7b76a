/** The known word that somebody most likely meant, or null: the same letters first, then the fewest typing mistakes. */
export function suggest(word: string, known: Iterable<string>): string | null {
  const letters = plain(word);
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(letters.length / 3)) + 1;
  for (const candidate of known) {
    const other = plain(candidate);
    if (other === letters) return candidate;
    // The difference in length is the least number of mistakes.
    if (Math.abs(other.length - letters.length) >= fewest) continue;
    const mistakes = distance(letters, other);
    if (mistakes < fewest) {
      best = candidate;
      fewest = mistakes;
    }
  }
  return best;
}

/** Nobody's typing mistake is longer than this, and the cost grows with the square. */
const longest = 64;

function plain(word: string): string {
  return word
    .slice(0, longest)
    .toLowerCase()
    .replace(/[^a-z0-9$]/g, "");
}

/** How many letters must be added, left out, replaced or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1] && row > 1) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
