import { readFileSync, statSync } from "node:fs";

/** The files that a worker is made of, and whether they are what they were. */
export interface WorkerFiles {
  readonly paths: readonly string[];
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
    get paths() {
      return paths;
    },
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

/** Larger files are programs of the machine, and no scripts. */
const largest = 1_048_576;

/** What a script has in it that can be a worker without being told how: one of our helpers, or the greeting itself. */
const signs = /hookline_worker|hookline\/hook|hookline\.(?:py|sh)|(?:from|import)\s+hookline\b/;

/** True if one of these texts or files may be a worker: what has no sign of it is never started to find out. */
export function mayGreet(texts: readonly string[], paths: readonly string[]): boolean {
  return texts.some((text) => signs.test(text)) || paths.some((path) => signs.test(textOf(path)));
}

function textOf(path: string): string {
  try {
    const { size } = statSync(path);
    return size > largest ? "" : readFileSync(path, "latin1");
  } catch {
    return "";
  }
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
