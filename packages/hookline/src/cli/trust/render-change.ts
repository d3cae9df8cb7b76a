import type { Paint } from "../render.ts";
import { visibleLine } from "../visible.ts";
import type { Change } from "./changes.ts";
import { type DiffLine, diffLines } from "./line-diff.ts";

/** How many lines around a change are shown, and how many lines of one difference, unless somebody wants all. */
const around = 3;
const most = 200;

/** One change for people: a sentence, and the lines as `diff -u` shows them. */
export function renderChange(change: Change, paint: Paint, all: boolean): readonly string[] {
  const lines = [`  since it was approved: ${visibleLine(sentenceOf(change))}`];
  if (change.unshown !== null) return lines;
  const diff = diffLines(change.before ?? "", change.now ?? "");
  const shown = hunks(diff).flatMap((hunk) => [
    paint.dim(headOf(hunk)),
    ...hunk.map((line) => signed(line, paint)),
  ]);
  const cut = all ? shown : shown.slice(0, most);
  const more = shown.length - cut.length;
  return [
    ...lines,
    paint.dim(`--- ${visibleLine(change.name)} (approved)`),
    paint.dim(`+++ ${visibleLine(change.name)} (now)`),
    ...cut,
    ...(more > 0 ? [paint.dim(`… ${more} more lines; -v shows them`)] : []),
  ];
}

/** What has changed, with the numbers of the lines: `scripts/guard.sh line 12 changed`. */
export function sentenceOf({ of, name, how, before, now, unshown }: Change): string {
  const word = how === "changed" ? how : `is ${how}`;
  if (unshown !== null) return `${name} ${word} (${unshown})`;
  if (of === "entry" || how !== "changed") return `${name} ${word}`;
  const spans = spansOf(diffLines(before ?? "", now ?? ""));
  const texts = spans.slice(0, 5).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  const more = spans.length > 5 ? " and more" : "";
  const many = spans.length > 1 || spans.some(([first, last]) => first !== last);
  return `${name} ${many ? "lines" : "line"} ${texts.join(", ")}${more} changed`;
}

/** The first and the last line of each change, in the file as it is now; where lines only went, the line before them. */
function spansOf(lines: readonly DiffLine[]): readonly (readonly [number, number])[] {
  const spans: [number, number][] = [];
  let at = 0;
  let open = false;
  for (const { kind, now } of lines) {
    if (now > 0) at = now;
    if (kind === "same") {
      open = false;
      continue;
    }
    const line = Math.max(1, at);
    const last = spans.at(-1);
    if (open && last) last[1] = line;
    else spans.push([kind === "gone" ? line + (now === 0 && at > 0 ? 1 : 0) : line, line]);
    open = true;
  }
  return spans.map(([first, last]) => [first, Math.max(first, last)]);
}

/** The changes with the lines around them; two that are near each other are one. */
function hunks(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const near = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind === "same") return;
    for (let at = Math.max(0, index - around); at <= Math.min(lines.length - 1, index + around); at++)
      near[at] = true;
  });
  const found: DiffLine[][] = [];
  lines.forEach((line, index) => {
    if (!near[index]) return;
    if (index === 0 || !near[index - 1]) found.push([]);
    found.at(-1)?.push(line);
  });
  return found;
}

function headOf(hunk: readonly DiffLine[]): string {
  const side = (of: "before" | "now") => {
    const numbers = hunk.map((line) => line[of]).filter((number) => number > 0);
    return `${numbers[0] ?? 0},${numbers.length}`;
  };
  return `@@ -${side("before")} +${side("now")} @@`;
}

function signed({ kind, text }: DiffLine, paint: Paint): string {
  const shown = visibleLine(text);
  if (kind === "gone") return paint.red(`-${shown}`);
  return kind === "new" ? paint.green(`+${shown}`) : ` ${shown}`;
}
