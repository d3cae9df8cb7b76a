import { parseCheckpoint } from "./signed-note.ts";
import type { KnownCheckpoint } from "./verify-checkpoints.ts";
import type { ChainView } from "./verify-records.ts";

/** What is known of a chain from elsewhere: a checkpoint that somebody kept. */
export function knownCheckpoints(view: ChainView, given: string | undefined): readonly KnownCheckpoint[] {
  if (given === undefined) return [];
  const name = "the given checkpoint";
  const checkpoint = parseCheckpoint(`${given.trimEnd()}\n`);
  if (checkpoint) return [{ name, checkpoint }];
  view.findings.add("known-checkpoint", name, null, "this is no checkpoint");
  return [];
}
