import { fileFacts } from "../system/disk.ts";
import { checkpointsPath, readCheckpoints } from "./checkpoints.ts";
import { type Checkpoint, isSignedBy } from "./signed-note.ts";
import { endsUnread } from "./verify-files.ts";
import type { ChainView } from "./verify-records.ts";

/** A checkpoint that must fit, from beside the keys or from outside. */
export interface KnownCheckpoint {
  readonly name: string;
  readonly checkpoint: Checkpoint;
}

/** The checkpoints of a chain, judged while its records go by. */
export interface CheckpointWalk {
  /** Looks whether the file has grown since its end was seen. */
  resume(): void;
  /** Judges every checkpoint that covers the records seen so far. */
  reach(): void;
  /** Judges what is left when all records have gone by. */
  end(): void;
  readonly count: number;
  /** The size of the last whole one in the file. */
  readonly lastSize: number;
  readonly torn: boolean;
  /** What stands in the file behind the last whole one. */
  readonly half: string;
  /** The keys that signed a checkpoint that holds. */
  readonly signers: ReadonlySet<string>;
  readonly last: { readonly size: number; readonly time: string; readonly key: string } | null;
}

/** Walks through a chain's file of checkpoints beside its records. */
export function walkCheckpoints(view: ChainView, known: readonly KnownCheckpoint[]): CheckpointWalk {
  const { findings, chain } = view;
  const path = checkpointsPath(view.folder, chain);
  const open = (from: number) => (fileFacts(path) ? readCheckpoints(path, from) : null);
  let file = open(0);
  let [end, half, unread] = [0, "", false];
  const signers = new Set<string>();
  let waiting = [...known].sort((one, other) => one.checkpoint.size - other.checkpoint.size);
  let [count, lastSize, torn, rootBroken] = [0, 0, false, false];
  let last: CheckpointWalk["last"] = null;
  let next: { readonly checkpoint: Checkpoint; readonly where: string } | null = null;

  const step = () => {
    try {
      return file?.next();
    } catch (error) {
      if (!unread) findings.unread(`${chain}/checkpoints`, error);
      unread = true;
    }
  };

  /** The next one in the file whose size is new; those that are not are told and passed over. */
  const advance = () => {
    for (;;) {
      const found = step();
      next = null;
      if (!found || found.done) return;
      const { checkpoint } = found.value;
      const where = `${chain}/checkpoints:${found.value.line}`;
      torn = found.value.torn;
      half = torn ? found.value.note : "";
      if (torn) return;
      end = found.value.end;
      if (!checkpoint)
        findings.add("checkpoint-broken", where, null, "this is no checkpoint: it was changed or put there");
      else if (checkpoint.size <= lastSize)
        findings.add(
          "checkpoint-replayed",
          where,
          checkpoint.size,
          `a checkpoint of ${checkpoint.size} records stands behind one of ${lastSize}: it was replayed`,
        );
      else {
        next = { checkpoint, where };
        count++;
        lastSize = checkpoint.size;
        return;
      }
    }
  };
  advance();

  const judge = (checkpoint: Checkpoint, where: string, isKnown: boolean) => {
    // Without the first record nobody knows whose chain it is.
    if (view.blind && view.origin === "") return;
    const key = view.keys.at(-1)?.key ?? "";
    const signed = [key, ...view.oldKeys];
    const { size } = checkpoint;
    const add = (what: "checkpoint-key" | "checkpoint-root" | "known-checkpoint", text: string) =>
      findings.add(isKnown ? "known-checkpoint" : what, where, size, text);
    if (checkpoint.origin !== view.origin)
      return add(
        "checkpoint-key",
        `the checkpoint of ${size} records is of another chain: ${checkpoint.origin}`,
      );
    let fits = true;
    if (!isSignedBy(checkpoint, key)) {
      fits = false;
      add("checkpoint-key", wrongKey(view, checkpoint, key));
    } else if (!isKnown) {
      for (const old of view.oldKeys.filter((one) => !isSignedBy(checkpoint, one))) {
        fits = false;
        const text = `the key was changed, and the checkpoint of ${size} records is not signed with the one before (${old})`;
        findings.add("key-change-unsigned", where, size, text);
      }
      view.oldKeys.length = 0;
    }
    if (view.blind) return;
    if (checkpoint.root !== view.tree.root()) {
      // What comes after a broken record cannot fit; it is said once.
      const from = last ? last.size + 1 : 1;
      if (isKnown || !rootBroken)
        add("checkpoint-root", `records ${from} to ${size} are not those that were signed`);
      rootBroken ||= !isKnown;
    } else if (fits && !isKnown) {
      last = { size, time: view.lastTime, key };
      for (const one of signed) signers.add(one);
    }
  };

  return {
    resume() {
      if (next) return;
      torn = false;
      file = open(end);
      advance();
    },
    reach() {
      while (waiting[0] && waiting[0].checkpoint.size <= view.seq) {
        judge(waiting[0].checkpoint, waiting[0].name, true);
        waiting = waiting.slice(1);
      }
      while (next && next.checkpoint.size <= view.seq) {
        judge(next.checkpoint, next.where, false);
        advance();
      }
    },
    end() {
      for (; next; advance()) cut(next.checkpoint.size, next.where);
      for (const { name, checkpoint } of waiting) cut(checkpoint.size, name);
    },
    get count() {
      return count;
    },
    get lastSize() {
      return lastSize;
    },
    get torn() {
      return torn;
    },
    get half() {
      return half;
    },
    signers,
    get last() {
      return last;
    },
  };

  function cut(size: number, where: string): void {
    if (endsUnread(view)) return;
    const text = `${size} records were signed, and ${view.seq} are there: the end of the chain was cut off`;
    findings.add("cut", where, view.seq + 1, text);
  }
}

/** Who signed instead. */
function wrongKey(view: ChainView, checkpoint: Checkpoint, key: string): string {
  const { size } = checkpoint;
  const other = view.keys.find((one) => one.key !== key && isSignedBy(checkpoint, one.key));
  if (other)
    return `the checkpoint of ${size} records is signed with ${other.key}, which was not in force then: it was replayed or forged`;
  const ids = checkpoint.signatures.map(({ keyId }) => keyId).join(", ");
  return `the checkpoint of ${size} records is not signed with the key in force (${key}) but with another one (${ids})`;
}
