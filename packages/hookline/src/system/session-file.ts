import { closeSync, constants, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { privateFolder } from "./state-folder.ts";

/** Makes a file for its owner alone, if it is not there yet, with its folder. */
export function makeSessionFile(path: string): void {
  privateFolder(dirname(path));
  closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600));
}

/** Empties a file, if it is there. */
export function emptySessionFile(path: string): void {
  if (!holdsSomething(path)) return;
  closeSync(openSync(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW));
}

/** True for a file with something in it. */
export function holdsSomething(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
