import { type Disk, fileFacts } from "../system/disk.ts";
import { readCheckpoints } from "./checkpoints.ts";
import { nearEnd } from "./near-end.ts";

/** The size of the last whole checkpoint in a file, 0 if there is none; half of one that a dead writer left is cut off. */
export function lastCheckpoint(path: string, disk: Disk): number {
  const facts = fileFacts(path);
  if (!facts) return 0;
  let [size, end, torn] = [0, 0, false];
  for (const found of readCheckpoints(path, nearEnd(path, facts.size))) {
    torn = found.torn;
    if (!found.torn) end = found.end;
    size = found.checkpoint?.size ?? size;
  }
  if (torn) {
    const fd = disk.open(path, "append");
    try {
      disk.cut(fd, end);
    } finally {
      disk.close(fd);
    }
  }
  return size;
}
