import { readCheckpoints } from "./checkpoints.ts";
import { parseCheckpoint } from "./signed-note.ts";

/** The last checkpoint in a file: one alone, or a copy of a chain's `checkpoints`; null if there is none. Throws what the system says. */
export function checkpointIn(path: string): string | null {
  let last: string | null = null;
  for (const { note, torn } of readCheckpoints(path)) {
    // One that stands alone need not end with an empty line.
    if (parseCheckpoint(note) !== null && (!torn || note.endsWith("\n"))) last = note;
  }
  return last;
}
