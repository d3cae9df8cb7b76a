import { type Disk, fileFacts } from "../system/disk.ts";
import { type FoundCheckpoint, readCheckpoints } from "./checkpoints.ts";
import { nearEnd } from "./near-end.ts";

/** The last whole checkpoint in a file, and where it ends; null if there is none, or no file. */
export function lastNote(path: string): { readonly found: FoundCheckpoint | null; readonly torn: boolean } {
  const facts = fileFacts(path);
  let [found, torn]: [FoundCheckpoint | null, boolean] = [null, false];
  if (facts)
    for (const one of readCheckpoints(path, nearEnd(path, facts.size))) {
      torn = one.torn;
      if (!one.torn) found = one;
    }
  return { found, torn };
}

/** The size of the last whole checkpoint in a file, 0 if there is none; half of one that a dead writer left is cut off. */
export function mendCheckpoints(path: string, disk: Disk): number {
  const { found, torn } = lastNote(path);
  if (torn) {
    const fd = disk.open(path, "append");
    try {
      disk.cut(fd, found?.end ?? 0);
    } finally {
      disk.close(fd);
    }
  }
  return found?.checkpoint?.size ?? 0;
}

/** A list of marks grows with each checkpoint, and only the last one counts. */
const longMarks = 64 * 1024;

/** Mends a file of marks, and shortens one that has become long to its last mark. */
export function mendMarks(path: string, disk: Disk): void {
  mendCheckpoints(path, disk);
  if ((fileFacts(path)?.size ?? 0) <= longMarks) return;
  const { found } = lastNote(path);
  if (found) disk.replace(path, `${found.note}\n`);
}
