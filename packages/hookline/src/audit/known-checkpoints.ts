import { markPath } from "./checkpoints.ts";
import { lastNote } from "./last-checkpoint.ts";
import { parseCheckpoint } from "./signed-note.ts";
import type { KnownCheckpoint } from "./verify-checkpoints.ts";
import type { ChainView } from "./verify-records.ts";

/** What is known of a chain from elsewhere: its last checkpoint beside the keys, and one that somebody kept. */
export function knownCheckpoints(view: ChainView, given: string | undefined): readonly KnownCheckpoint[] {
  const known: KnownCheckpoint[] = [];
  const mark = lastNote(markPath(view.folder, view.chain)).found;
  if (mark) add(`keys/marks/${view.chain}`, mark.note);
  if (given !== undefined) add("the given checkpoint", `${given.trimEnd()}\n`);
  return known;

  function add(name: string, text: string): void {
    const checkpoint = parseCheckpoint(text);
    if (checkpoint) known.push({ name, checkpoint });
    else view.findings.add("known-checkpoint", name, null, "this is no checkpoint");
  }
}
