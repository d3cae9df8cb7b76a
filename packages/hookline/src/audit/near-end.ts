import { readLines } from "../system/lines.ts";

/** How much of the end is enough to hold a whole checkpoint, with many signatures. */
const enough = 64 * 1024;

/** An offset near the end of a file of checkpoints where one begins; 0 in a short file. */
export function nearEnd(path: string, size: number): number {
  if (size <= enough) return 0;
  let before = "";
  // The first line may be half of one; a checkpoint begins after the empty line behind a signature.
  let signed = false;
  for (const { bytes, offset } of readLines(path, { offset: size - enough })) {
    const text = bytes.toString("utf8");
    if (before === "empty" && signed) return offset;
    if (text.startsWith("\u2014 ")) signed = true;
    before = text === "" ? "empty" : "text";
  }
  return 0;
}
