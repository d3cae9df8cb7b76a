import { isThere } from "../system/local-files.ts";
import { checkpointsPath, readCheckpoints } from "./checkpoints.ts";
import { listChains, listFiles } from "./places.ts";
import { type FoundRecord, queryTrail } from "./query-trail.ts";

/** How a chain is, at a glance and unverified. */
export interface ChainGlance {
  readonly chain: string;
  /** Records up to the last one that can be read. */
  readonly records: number;
  readonly files: number;
  /** The last record; null if there is none. */
  readonly last: FoundRecord | null;
  /** The last checkpoint: how many records it covers, and when the last of them was written; null if there is none. */
  readonly checkpoint: { readonly size: number; readonly time: string } | null;
}

/** What lies in an audit folder, without a check of it: `verifyAll` does that. */
export function glanceAt(folder: string): readonly ChainGlance[] {
  return listChains(folder).map((chain) => {
    const last = first(queryTrail(folder, {}, { chain, reverse: true }));
    const records = last?.record.seq ?? 0;
    return {
      chain,
      records,
      files: listFiles(folder, chain).length,
      last,
      checkpoint: lastCheckpoint(folder, chain),
    };
  });
}

function lastCheckpoint(folder: string, chain: string): ChainGlance["checkpoint"] {
  const path = checkpointsPath(folder, chain);
  if (!isThere(path)) return null;
  let size = 0;
  for (const { checkpoint } of readCheckpoints(path)) size = checkpoint?.size ?? size;
  if (size === 0) return null;
  const covered = first(queryTrail(folder, {}, { chain, fromSeq: size }));
  return { size, time: covered?.record.time ?? "" };
}

function first<T>(items: Iterable<T>): T | null {
  for (const item of items) return item;
  return null;
}
