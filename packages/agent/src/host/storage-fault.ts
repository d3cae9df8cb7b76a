import { dirname } from "node:path";
import { causesOf } from "../models/connection.ts";
import type { SessionFacts } from "../session/facts.ts";
import { isInside } from "../tools/paths.ts";

/** What keeps files from being written, in words. */
const meanings: ReadonlyMap<unknown, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "your share of the disk is used up"],
  ["EFBIG", "the file is as large as it may be"],
  ["EROFS", "the disk can only be read"],
  ["EACCES", "writing there is not permitted"],
  ["EPERM", "writing there is not permitted"],
  ["EIO", "the disk has failed"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
]);

/** One sentence if a turn failed because its own session could not be written; null if something else is the matter. */
export function storageFault(
  failure: unknown,
  { transcriptPath }: Pick<SessionFacts, "transcriptPath">,
): string | null {
  const folder = dirname(transcriptPath);
  for (const cause of causesOf(failure)) {
    if (!("syscall" in cause) || !("code" in cause)) continue;
    const meaning = meanings.get(cause.code);
    // What is written to an open file fails without a path.
    const path = "path" in cause && typeof cause.path === "string" ? cause.path : null;
    if (path === null ? meaning !== undefined : isInside(path, folder))
      return `the session cannot be saved: ${meaning ?? "the file is not as it was"} (${String(cause.code)}): ${path ?? folder}`;
  }
  return null;
}
