import type { Question } from "./person.ts";
import { visible, visibleLine } from "./visible.ts";

/** A question as it is written before its answer. */
export function questionText({ title, detail, choices }: Question): string {
  const lines = [
    visibleLine(title),
    ...detail.map((line) => `  ${visible(line).replaceAll("\n", "\n  ")}`),
    ...choices.map(({ key, label }) => `  [${visibleLine(key)}] ${visibleLine(label)}`),
  ];
  return `${lines.join("\n")}\n`;
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
  return `${choices.map(({ key }) => visibleLine(key)).join("/")}> `;
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
