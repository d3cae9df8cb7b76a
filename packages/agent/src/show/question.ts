import type { Question } from "./person.ts";
import { exactLine } from "./visible.ts";

/** So many empty lines in a row stay as they are. */
const mostEmpty = 3;

/** A question as it is written before its answer; what it is about stands behind bars, so that it cannot look like an answer. */
export function questionText({ title, detail, choices }: Question): string {
  const lines = [
    exactLine(title),
    ...withoutGaps(detail).map((line) => `  │ ${exactLine(line)}`.trimEnd()),
    ...choices.map(({ key, label }) => `  [${exactLine(key)}] ${exactLine(label)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Lines in which a long run of empty ones is told by its number. */
function withoutGaps(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let empty = 0;
  const endGap = () => {
    kept.push(...(empty > mostEmpty ? [`[${empty} empty lines]`] : Array<string>(empty).fill("")));
    empty = 0;
  };
  for (const line of lines) {
    if (/^[ \t\r]*$/.test(line)) empty += 1;
    else {
      endGap();
      kept.push(line);
    }
  }
  endGap();
  return kept;
}

/** The key that an answer means: the key itself or the whole label, in any case; null if it means none. */
export function chosenKey({ choices }: Question, answer: string): string | null {
  const said = answer.trim().toLowerCase();
  if (said === "") return null;
  const fits = choices.find(({ key, label }) => [key, label].some((word) => word.toLowerCase() === said));
  return fits?.key ?? null;
}

/** The keys, as the line says in which the answer is written. */
export function keyPrompt({ choices }: Question): string {
  return `${choices.map(({ key }) => exactLine(key)).join("/")}> `;
}

/** Lets one thing after the other happen, in the order in which they were asked for. */
export function createQueue(): <T>(next: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (next) => {
    const mine = last.then(next, next);
    last = mine.catch(() => {});
    return mine;
  };
}
