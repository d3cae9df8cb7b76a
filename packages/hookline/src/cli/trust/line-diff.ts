/** One line of a difference: it stays, it went, or it came. */
export interface DiffLine {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
  /** Its number in the file as it was, and in the file as it is; 0 if it is not in it. */
  readonly before: number;
  readonly now: number;
}

/** Beyond this many changed lines nobody wants the smallest difference: everything in between went, and came. */
const mostChanges = 500;

/** The lines of two texts, with as few changes as there can be. */
export function diffLines(before: string, now: string): readonly DiffLine[] {
  const [one, other] = [linesOf(before), linesOf(now)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end++;
  const kinds = [
    ...Array.from({ length: start }, () => "same" as const),
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...Array.from({ length: end }, () => "same" as const),
  ];
  let [left, right] = [0, 0];
  return kinds.map((kind): DiffLine => {
    if (kind !== "new") left++;
    if (kind !== "gone") right++;
    const text = (kind === "gone" ? one[left - 1] : other[right - 1]) ?? "";
    return { kind, text, before: kind === "new" ? 0 : left, now: kind === "gone" ? 0 : right };
  });
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  // A line ends with its newline; one that does not is another line.
  return lines.at(-1) === ""
    ? lines.slice(0, -1)
    : [...lines.slice(0, -1), `${lines.at(-1)}\\ (no newline at the end)`];
}

/** Myers: goes along the diagonals as far as lines are equal, with one change more in each round. */
function middle(one: readonly string[], other: readonly string[]): readonly DiffLine["kind"][] {
  const rounds: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let changes = 0; changes <= Math.min(one.length + other.length, mostChanges); changes++) {
    rounds.push(new Map(reached));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = comesDown(reached, diagonal, changes)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x++;
      reached = reached.set(diagonal, x);
      if (x >= one.length && x - diagonal >= other.length) return wayBack(rounds, one.length, other.length);
    }
  }
  return [...one.map(() => "gone" as const), ...other.map(() => "new" as const)];
}

function comesDown(reached: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && (reached.get(diagonal - 1) ?? 0) < (reached.get(diagonal + 1) ?? 0);
}

function wayBack(
  rounds: readonly ReadonlyMap<number, number>[],
  x: number,
  y: number,
): readonly DiffLine["kind"][] {
  const kinds: DiffLine["kind"][] = [];
  for (let changes = rounds.length - 1; changes >= 0; changes--) {
    const reached = rounds[changes] ?? new Map<number, number>();
    const down = comesDown(reached, x - y, changes);
    const from = x - y + (down ? 1 : -1);
    const startX = changes === 0 ? 0 : (reached.get(from) ?? 0);
    const startY = changes === 0 ? 0 : startX - from;
    const [afterX, afterY] = changes === 0 ? [0, 0] : down ? [startX, startY + 1] : [startX + 1, startY];
    while (x > afterX && y > afterY) {
      kinds.push("same");
      x--;
      y--;
    }
    if (changes === 0) break;
    kinds.push(down ? "new" : "gone");
    [x, y] = [startX, startY];
  }
  return kinds.reverse();
}
