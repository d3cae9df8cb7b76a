import { visibleLine } from "../show/visible.ts";

/** Colours are no loss. */
const colour = /\x1b\[[\d;]*m/g;

/** What a server wrote, on one line: a terminal shows all of it and obeys nothing in it. */
export function plain(text: string): string {
  return visibleLine(text);
}

/** The lines of what a server wrote, each like that. */
export function plainLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(plain);
}

/** The same on one line, cut where it gets long. */
export function oneLine(text: string, longest = 400): string {
  const line = plainLines(text.replace(colour, ""))
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" | ");
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
