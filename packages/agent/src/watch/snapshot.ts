import { createHash } from "node:crypto";
import { type BigIntStats, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { readRegular } from "../files/regular-file.ts";

/** How a file was when it was looked at. */
export interface Look {
  /** Size, times and identity; null if it was too young then to be trusted as proof of the same content. */
  readonly stamp: string | null;
  readonly digest: string;
}

/** The files that were there, by path. */
export type Snapshot = ReadonlyMap<string, Look>;

/** One difference between two snapshots, with what the file held (a digest, null if it was not there). */
export interface Change {
  readonly path: string;
  readonly event: "change" | "add" | "unlink";
  readonly before: string | null;
  readonly after: string | null;
}

/** The most files of one folder that are looked at. */
export const maxFiles = 2_000;
/** Larger files are told apart by size and time alone. */
const maxRead = 8 * 1024 * 1024;
/** File systems keep times coarsely: a younger file may change again without a new time. */
const youngMs = 2_000;
/** Folders that nobody means when they name the one around them. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Looks at these files, and at all files below those that are folders; what has its old stamp is not read again. */
export function takeSnapshot(
  paths: readonly string[],
  before: Snapshot = new Map(),
): { readonly files: Snapshot; readonly cut: readonly string[] } {
  const files = new Map<string, Look>();
  const cut: string[] = [];
  for (const path of paths) {
    const stats = statsOf(path);
    if (stats?.isDirectory()) {
      const below = filesBelow(path);
      if (below.length > maxFiles) cut.push(path);
      for (const file of below.slice(0, maxFiles)) put(file, statsOf(file));
    } else put(path, stats);
  }
  return { files, cut };

  function put(path: string, stats: BigIntStats | null) {
    const look = stats?.isFile() ? lookAt(path, stats, before.get(path)) : null;
    if (look) files.set(path, look);
  }
}

/** What is different in the later snapshot, in order of path. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): readonly Change[] => {
    const [old, now] = [before.get(path)?.digest ?? null, after.get(path)?.digest ?? null];
    if (old === now) return [];
    const event = old === null ? "add" : now === null ? "unlink" : "change";
    return [{ path, event, before: old, after: now }];
  });
}

/** True if a path is one of these or lies below one. */
export function isCovered(paths: readonly string[], path: string): boolean {
  return paths.some((wish) => path === wish || path.startsWith(wish + sep));
}

/** True if a path leads through a folder that is passed over, seen from the folder that was named. */
export function isPassedOver(folder: string, path: string): boolean {
  return path
    .slice(folder.length)
    .split(sep)
    .some((name) => passedOver.has(name));
}

function lookAt(path: string, stats: BigIntStats, known: Look | undefined): Look | null {
  const stamp = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
  if (known?.stamp === stamp) return known;
  if (stats.size > maxRead) return { stamp, digest: stamp };
  const old = Date.now() - Number(stats.mtimeMs) > youngMs && Date.now() - Number(stats.ctimeMs) > youngMs;
  const read = readRegular(path, maxRead);
  // Not readable, or gone since: as long as it stays so, that is no change.
  if (read.problem !== undefined) return known ?? null;
  return { stamp: old ? stamp : null, digest: createHash("sha256").update(read.bytes).digest("hex") };
}

function statsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** One file more than are looked at, if there are so many; links to folders are not followed. */
function filesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && found.length <= maxFiles; next = folders.shift()) {
    for (const entry of entriesOf(next)) {
      if (passedOver.has(entry.name)) continue;
      (entry.isDirectory() ? folders : found).push(join(next, entry.name));
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
