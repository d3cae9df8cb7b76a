import { lstatSync, readdirSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** The names in a folder, unsorted; none if it is not there. */
export function folderNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** True for a folder itself, not for a link to one. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
