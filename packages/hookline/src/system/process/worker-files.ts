import { statSync } from "node:fs";

/** The files that a worker is made of, and whether they are what they were. */
export interface WorkerFiles {
  /** True if one of them is another one than at the last look, or has changed; the first look finds nothing new. */
  haveChanged(now: number): boolean;
}

/** Events that come faster than this share one look. */
const lookMs = 2;

/** Begins to follow files; `list` is asked at once, and again after each change. */
export function followFiles(list: () => readonly string[]): WorkerFiles {
  let paths = list();
  let before = paths.map(look);
  let lookedAt = performance.now();
  return {
    haveChanged(now) {
      if (now - lookedAt < lookMs) return false;
      lookedAt = now;
      if (paths.every((path, index) => isSame(look(path), before[index] ?? null))) return false;
      paths = list();
      before = paths.map(look);
      return true;
    },
  };
}

type Seen = Pick<import("node:fs").Stats, "dev" | "ino" | "size" | "mtimeMs" | "ctimeMs"> | null;

function look(path: string): Seen {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function isSame(one: Seen, other: Seen): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.dev === other.dev
  );
}
