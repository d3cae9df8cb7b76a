/** One place in which two texts differ, with the lines around it, as Claude Code's tools tell it. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each with ` `, `-` or `+` before it. */
  readonly lines: readonly string[];
}

type Step = readonly [sign: " " | "-" | "+", line: string];

const around = 3;

/** Beyond this many comparisons the whole middle counts as replaced. */
const mostWork = 1_000_000;

/** The places in which two texts differ, by lines. */
export function structuredPatch(before: string, after: string): readonly Hunk[] {
  if (before === after) return [];
  const steps = stepsBetween(linesOf(before), linesOf(after));
  const changed = steps.flatMap(([sign], index) => (sign === " " ? [] : [index]));
  const spans: [number, number][] = [];
  for (const index of changed) {
    const last = spans.at(-1);
    const end = Math.min(steps.length, index + around + 1);
    if (last && index - around <= last[1]) last[1] = end;
    else spans.push([Math.max(0, index - around), end]);
  }
  return spans.map(([from, to]) => hunkOf(steps, from, to));
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function hunkOf(steps: readonly Step[], from: number, to: number): Hunk {
  const count = (part: readonly Step[], without: string) => part.filter(([sign]) => sign !== without).length;
  const before = steps.slice(0, from);
  const part = steps.slice(from, to);
  return {
    oldStart: count(before, "+") + 1,
    oldLines: count(part, "+"),
    newStart: count(before, "-") + 1,
    newLines: count(part, "-"),
    lines: part.map(([sign, line]) => sign + line),
  };
}

function stepsBetween(old: readonly string[], now: readonly string[]): readonly Step[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++;
  const same = (lines: readonly string[]): Step[] => lines.map((line) => [" ", line]);
  return [
    ...same(old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(old.slice(old.length - tail)),
  ];
}

/** The steps along a longest common part. */
function middle(old: readonly string[], now: readonly string[]): readonly Step[] {
  const removed = (lines: readonly string[]): Step[] => lines.map((line) => ["-", line]);
  const added = (lines: readonly string[]): Step[] => lines.map((line) => ["+", line]);
  const width = now.length + 1;
  if (old.length * now.length > mostWork) return [...removed(old), ...added(now)];
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      common[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const steps: Step[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < now.length) {
    const [was, is] = [old[row] ?? "", now[column] ?? ""];
    if (was === is) {
      steps.push([" ", was]);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      steps.push(["-", was]);
      row++;
    } else {
      steps.push(["+", is]);
      column++;
    }
  }
  return [...steps, ...removed(old.slice(row)), ...added(now.slice(column))];
}
