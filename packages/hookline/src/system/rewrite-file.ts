import { chmodSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "./files.ts";
import { makeFolders } from "./make-folders.ts";

/** Replaces a file as a whole, or not at all, and keeps who may do what with it; a new one is for everybody to read. */
export function rewriteFile(path: string, text: string, mode = 0o644): void {
  const before = statSync(path, { throwIfNoEntry: false });
  const wanted = before ? before.mode & 0o777 : mode;
  makeFolders(dirname(path), 0o755);
  writeAtomically(path, text, wanted);
  // The umask takes from the mode of what is new.
  if (before && (statSync(path).mode & 0o777) !== wanted) chmodSync(path, wanted);
}
