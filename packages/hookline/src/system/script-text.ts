import { constants } from "node:fs";
import { realTarget } from "./real-target.ts";
import { readWhole } from "./whole-file.ts";

/** The most that is read of a script. */
const largest = 256 * 1024;

/** The text of a script as it is now; null if it is not there, is no regular file, is too large or is no text. */
export function scriptText(path: string): string | null {
  const read = readWhole(realTarget(path), constants.O_NOFOLLOW, ({ size }) => size <= largest);
  return "text" in read && read.valid && !read.text.includes("\0") ? read.text : null;
}
