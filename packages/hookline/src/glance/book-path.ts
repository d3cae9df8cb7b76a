import { shortHash } from "./short-hash.ts";
import { thisBuild } from "./this-build.ts";

/** The form of a book: another one is not read. */
export const bookForm = 9;

/** A name that every file system takes, with what is added to it while it is written. */
const longestName = 200;

/** Where the book of a folder is kept. */
export function bookPath(stateFolder: string, cwd: string, dialects: readonly string[] | null): string {
  const chosen = dialects === null ? "" : `~${dialects.join()}`;
  const place = encodeURIComponent(`${thisBuild}~${cwd}${chosen}`);
  // A hash takes longer than all the rest of a glance's way to its book.
  const name = place.length > longestName ? shortHash(place) : place;
  return `${stateFolder}/cache/quiet/${name}.json`;
}
