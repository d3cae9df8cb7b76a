import { join } from "node:path";
import { folderNames } from "../system/folders.ts";
import { readAtStart } from "../system/read-start.ts";
import { type HeadSlot, readSlot, slotSize } from "./head.ts";
import type { Seal } from "./seal.ts";

/** A mark as it was found. */
export type FoundMark =
  | { readonly state: "missing" | "torn" | "edited" }
  | { readonly state: "found"; readonly slot: HeadSlot };

/** Where the last acknowledgement of a chain is kept a second time, beside the keys: whoever can only write the chain cannot roll it back. */
export function markPath(folder: string, chain: string): string {
  return join(marksFolder(folder), chain);
}

/** The folder of the marks. */
export function marksFolder(folder: string): string {
  return join(folder, "keys", "marks");
}

/** Reads the mark of a chain; one that is being written right now may be seen half, and is read again. */
export function readMark(folder: string, chain: string, seal: Seal | null): FoundMark {
  let found = readOnce(markPath(folder, chain), seal);
  for (let again = 0; again < 3 && found.state !== "found" && found.state !== "missing"; again++)
    found = readOnce(markPath(folder, chain), seal);
  return found;
}

function readOnce(path: string, seal: Seal | null): FoundMark {
  const text = readAtStart(path, slotSize + 1)?.toString("latin1");
  if (text === undefined) return { state: "missing" };
  const found = readSlot(text, seal);
  return "slot" in found ? { state: "found", slot: found.slot } : { state: found.state };
}

/** The chains that have a mark. */
export function markedChains(folder: string): readonly string[] {
  return folderNames(marksFolder(folder)).filter((name) => !name.endsWith(".tmp"));
}
