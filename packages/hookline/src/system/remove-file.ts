import { unlinkSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** Removes a file; it is no error if there is none. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
