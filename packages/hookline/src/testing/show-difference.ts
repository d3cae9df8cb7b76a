import type { Difference } from "./match-text.ts";

/** More lines than this are not compared with each other, and so many are shown. */
const most = 200;
const shown = 12;

/** One difference as lines of text: both values on one line if they are short, else what is missing (-) and what is too much (+). */
export function showDifference({ what, expected, came }: Difference): readonly string[] {
  const short = ![expected, came].some((text) => text.includes("\n") || text.length > 60);
  if (short) return [`${what}: expected ${quote(expected)}, came ${quote(came)}`];
  const lines = diffLines(expected.split("\n"), came.split("\n"));
  const cut = lines.slice(0, shown).map((line) => (line.length > 200 ? `${line.slice(0, 199)}…` : line));
  const more = lines.length > shown ? [`  … and ${lines.length - shown} lines more`] : [];
  return [`${what}: - expected, + came`, ...cut.map((line) => `  ${line}`), ...more];
}

function quote(text: string): string {
  return text === "" ? "nothing" : text;
}

/** The lines of both texts, those that only the first has with `-`, those that only the second has with `+`, a few around them. */
function diffLines(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length > most || after.length > most)
    return [
      ...before.slice(0, 5).map((line) => `- ${line}`),
      ...after.slice(0, 5).map((line) => `+ ${line}`),
    ];
  const common = longest(before, after);
  const lines: string[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    const same = one < before.length && other < after.length && before[one] === after[other];
    const missing = common[one + 1]?.[other] ?? -1;
    const added = common[one]?.[other + 1] ?? -1;
    if (same) {
      lines.push(`  ${before[one]}`);
      one += 1;
      other += 1;
    } else if (one < before.length && (other >= after.length || missing >= added)) {
      lines.push(`- ${before[one]}`);
      one += 1;
    } else {
      lines.push(`+ ${after[other]}`);
      other += 1;
    }
  }
  return lines.filter((line, index) => !line.startsWith("  ") || isNear(lines, index));
}

function isNear(lines: readonly string[], index: number): boolean {
  return lines.slice(Math.max(0, index - 2), index + 3).some((line) => !line.startsWith("  "));
}

/** How many lines two texts have in common from each pair of places on. */
function longest(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const table: number[][] = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  for (let one = before.length - 1; one >= 0; one--) {
    const [row = [], below = []] = [table[one], table[one + 1]];
    for (let other = after.length - 1; other >= 0; other--) {
      const same = before[one] === after[other];
      row[other] = same ? (below[other + 1] ?? 0) + 1 : Math.max(below[other] ?? 0, row[other + 1] ?? 0);
    }
  }
  return table;
}
