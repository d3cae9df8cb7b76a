import { parseCheckpoint } from "./signed-note.ts";

/** Origin, size, root and what else was signed; an empty line; the signatures. */
const note = /(?:[^\n]+\n){3,}\n(?:\u2014 [^\n]+\n)+/g;

/** The last checkpoint in a text: one alone, or a copy of a chain's file of `checkpoints`; null if there is none. */
export function checkpointIn(text: string): string | null {
  const notes = [...`${text.trimEnd()}\n`.matchAll(note)].map(([found]) => found);
  return notes.findLast((found) => parseCheckpoint(found) !== null) ?? null;
}
