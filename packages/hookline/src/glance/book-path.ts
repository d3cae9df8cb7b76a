import { shortHash } from "./short-hash.ts";
import { thisBuild } from "./this-build.ts";

/** The form of a book: another one is not read. */
export const bookForm = 8;

/** Where the book of a folder is kept. */
export function bookPath(stateFolder: string, cwd: string, dialects: readonly string[] | null): string {
  return `${stateFolder}/cache/quiet/${shortHash(JSON.stringify([thisBuild, cwd, dialects]))}.json`;
}
