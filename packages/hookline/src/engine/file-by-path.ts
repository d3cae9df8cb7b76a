import { sep } from "node:path";
import type { HookFilePlace } from "../config/places.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { FilePlace } from "../contract/file-place.ts";

/** A dialect, and the one of its places that a path is like; null if it is like none. */
export interface PathOwner {
  readonly dialect: Dialect;
  readonly place: FilePlace | null;
}

/** The dialect that keeps its hooks in files with such a path; null if none does. */
export function ownerOfPath(path: string, dialects: readonly Dialect[]): PathOwner | null {
  for (const dialect of dialects) {
    const place = dialect.files.find(
      (one) => fits(path, one) && (one.owner ?? dialect.name) === dialect.name,
    );
    if (place) return { dialect, place };
  }
  return null;
}

/** A dialect that was named, with the place that a path is like. */
export function ownerByName(path: string, dialect: Dialect): PathOwner {
  return { dialect, place: dialect.files.find((place) => fits(path, place)) ?? null };
}

/** A file wherever it lies, as one of the project that is read by this dialect. */
export function placeOfFile(path: string, { dialect, place }: PathOwner): HookFilePlace {
  const label = place ? labelOf(path, place) : null;
  return {
    path,
    layer: "team",
    dialect,
    ...(place?.format && { format: place.format }),
    ...(place?.of && { of: place.of }),
    ...(place?.events && { events: place.events }),
    ...(place?.timeoutUnitMs && { timeoutUnitMs: place.timeoutUnitMs }),
    ...(label && { label }),
  };
}

/** True for a path that ends like a place. */
function fits(path: string, place: FilePlace): boolean {
  return labelOf(path, place) !== null;
}

/** What the `*` of a place stands for in a path that ends like it (empty if it has none); null for another path. */
function labelOf(path: string, { path: below }: FilePlace): string | null {
  const [before = "", after] = below.split("*");
  const whole = `${sep}${path}`;
  if (after === undefined) return whole.endsWith(`${sep}${below}`) ? "" : null;
  const start = whole.lastIndexOf(`${sep}${before}`);
  if (start === -1 || !whole.endsWith(after)) return null;
  const label = whole.slice(start + before.length + 1, whole.length - after.length);
  return label !== "" && !label.includes(sep) ? label : null;
}
