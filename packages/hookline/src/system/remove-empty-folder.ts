import { rmdirSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** Removes a folder if nothing is in it; it is no error if there is none, or something is. */
export function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    const fine = ["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"];
    if (!fine.includes(errorCode(error))) throw error;
  }
}
