import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";
import { isFolder } from "./folders.ts";

/**
 * Makes a folder with all that is above it; one that is there stays. One by one: some folders of the kernel say that they are missing
 * when something is to be made in them, and Node's own way then tries for ever.
 */
export function makeFolders(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) !== "EEXIST" || !isFolder(path)) throw error;
  }
}
