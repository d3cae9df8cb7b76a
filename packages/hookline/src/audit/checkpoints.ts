import { join } from "node:path";
import { readLines } from "../system/lines.ts";
import { type Checkpoint, parseCheckpoint } from "./signed-note.ts";

/** A note in a file of checkpoints: what it says, or null if it says nothing that can be read. */
export interface FoundCheckpoint {
  readonly checkpoint: Checkpoint | null;
  readonly note: string;
  readonly line: number;
  /** Where it ends in the file. */
  readonly end: number;
  /** The file ends in the middle of it. */
  readonly torn: boolean;
}

const longestNote = 64 * 1024;

/** The file of a chain's checkpoints. */
export function checkpointsPath(folder: string, chain: string): string {
  return join(folder, chain, "checkpoints");
}

/** The checkpoints in a file, one after another; each ends with an empty line. */
export function* readCheckpoints(path: string, offset = 0): Generator<FoundCheckpoint> {
  let [note, line, first, end, signed] = ["", 0, 1, offset, false];
  for (const found of readLines(path, { offset, longest: longestNote })) {
    line++;
    end = found.offset + found.bytes.length + (found.ended ? 1 : 0);
    const text = found.bytes.toString("utf8");
    // Of the two empty lines in a note the first stands before the signatures.
    if (text === "" && found.ended && signed) {
      yield { checkpoint: parseCheckpoint(note), note, line: first, end, torn: false };
      [note, first, signed] = ["", line + 1, false];
      continue;
    }
    signed ||= text.startsWith("\u2014 ");
    note += `${text}${found.ended ? "\n" : ""}`;
    if (note.length > longestNote || found.tooLong) {
      yield { checkpoint: null, note: note.slice(0, 200), line: first, end, torn: false };
      [note, first, signed] = ["", line + 1, false];
    }
  }
  if (note !== "") yield { checkpoint: null, note, line: first, end, torn: true };
}
