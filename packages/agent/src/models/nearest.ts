/** The known word that somebody most likely meant: at most a third of its letters are wrong; null if none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = word.slice(0, 64).toLowerCase();
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const mistakes = distance(wanted, candidate.toLowerCase());
    if (mistakes < fewest) [best, fewest] = [candidate, mistakes];
  }
  return best;
}

/** How many letters must be added, left out or replaced. */
function distance(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, against] of [...other].entries()) {
      const replaced = (last[column] ?? 0) + (letter === against ? 0 : 1);
      current.push(Math.min(replaced, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    last = current;
  }
  return last.at(-1) ?? 0;
}
