import { join } from "node:path";
import { sha256 } from "../../system/digest.ts";
import { writeAtomically } from "../../system/files.ts";
import { namesIn } from "../../system/folders.ts";
import { isThere } from "../../system/local-files.ts";
import { removeFile } from "../../system/remove-file.ts";
import { ownAndRoot, readSafe } from "../../system/safe-file.ts";
import { privateFolder } from "../../system/state-folder.ts";
import { readWhole } from "../../system/whole-file.ts";
import type { Approval } from "./approvals.ts";

/** The largest file whose text is kept, in bytes, and how many texts there are at most. */
const largest = 65_536;
const most = 2_000;

/** Where the texts lie, each under the digest of its bytes: the same text is kept once. */
const folderOf = (folder: string) => join(folder, "trust");

/**
 * Keeps the texts of what was approved, so that a change can be shown line by line later. The digests in the approvals alone say what may
 * run: a text that is missing, or that somebody changed, is only not shown.
 */
export function keepTexts(folder: string, approvals: readonly Approval[]): void {
  const texts = folderOf(folder);
  let count = namesIn(texts).length;
  for (const { path, digest } of approvals.flatMap(({ files }) => files)) {
    if (digest === null || count >= most || isThere(join(texts, digest))) continue;
    const read = readWhole(path, 0, ({ size }) => size <= largest);
    if ("error" in read || !read.valid || read.text.includes("\0") || sha256(read.bytes) !== digest) continue;
    try {
      writeAtomically(join(privateFolder(texts), digest), read.text, 0o600);
      count++;
    } catch {
      // The approval holds without it.
      return;
    }
  }
}

/** Removes the texts that no approval speaks of any more. */
export function forgetTexts(folder: string, approvals: readonly Approval[]): void {
  const texts = folderOf(folder);
  const wanted = new Set(approvals.flatMap(({ files }) => files.map(({ digest }) => digest)));
  for (const name of namesIn(texts)) if (!wanted.has(name)) removeFile(join(texts, name));
}

/** The text of a file as it was approved; null if it was not kept, or is not what was approved. */
export function approvedText(folder: string, digest: string | null): string | null {
  if (digest === null) return null;
  const rules = { owners: ownAndRoot(), barred: 0o022, links: "refused", under: folder } as const;
  const read = readSafe(join(folderOf(folder), digest), rules);
  return read.kind === "read" && sha256(read.file.bytes) === digest ? read.file.text : null;
}
