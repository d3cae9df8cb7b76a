import { type Disk, fileFacts } from "../system/disk.ts";
import { type FoundCheckpoint, readCheckpoints } from "./checkpoints.ts";
import { nearEnd } from "./near-end.ts";
import { ChainDamage } from "./recover.ts";

/** The size of the last whole checkpoint in a file, 0 if there is none; half of one that a dead writer left is cut off, and nothing else is. */
export function mendCheckpoints(
  path: string,
  disk: Disk,
  isHalf: (text: string, before: number) => boolean,
): number {
  const facts = fileFacts(path);
  let [whole, last]: [FoundCheckpoint | null, FoundCheckpoint | null] = [null, null];
  if (facts) for (last of readCheckpoints(path, nearEnd(path, facts.size))) if (!last.torn) whole = last;
  if (last?.torn) {
    if (!isHalf(last.note, whole?.checkpoint?.size ?? 0))
      throw new ChainDamage("what stands behind its last checkpoint is none");
    const fd = disk.open(path, "append");
    try {
      disk.cut(fd, whole?.end ?? 0);
    } finally {
      disk.close(fd);
    }
  }
  return whole?.checkpoint?.size ?? 0;
}
