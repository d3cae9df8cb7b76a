import type { Dialect } from "../contract/dialect.ts";
import type { FilePlace } from "../contract/file-place.ts";
import { labelOf } from "./import-hook-file.ts";

/** A dialect, and the one of its places that a path is like; null if it is like none. */
export interface PathOwner {
  readonly dialect: Dialect;
  readonly place: FilePlace | null;
}

/** The dialect that keeps its hooks in files with such a path; null if none does. */
export function ownerOfPath(path: string, dialects: readonly Dialect[]): PathOwner | null {
  for (const dialect of dialects) {
    const { place } = ownerByName(path, dialect);
    if (place && (place.owner ?? dialect.name) === dialect.name) return { dialect, place };
  }
  return null;
}

/** A dialect that was named, with the place that a path is like: its own before one that it shares. */
export function ownerByName(path: string, dialect: Dialect): PathOwner {
  const like = dialect.files.filter((place) => labelOf(path, place) !== null);
  const own = like.find(({ owner }) => owner === undefined || owner === dialect.name);
  return { dialect, place: own ?? like[0] ?? null };
}
