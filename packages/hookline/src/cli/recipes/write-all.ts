import { dirname, join } from "node:path";
import { HooklineError } from "../../index.ts";
import { isFolder } from "../../system/folders.ts";
import { withLock } from "../../system/lock.ts";
import { makeFolders } from "../../system/make-folders.ts";
import { removeEmptyFolder } from "../../system/remove-empty-folder.ts";
import { removeFile } from "../../system/remove-file.ts";
import { rewriteFile } from "../../system/rewrite-file.ts";
import { UsageError } from "../verb.ts";
import { textOf } from "./record.ts";

/** A file before and after; null where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Writes all files, then does what comes after; if one of it fails, or a file is not as it was planned with, everything stays as it is. */
export async function writeAll(
  changes: readonly FileChange[],
  then: () => Promise<void> = async () => {},
): Promise<void> {
  const folders = changes.map(({ path }) => dirname(path));
  const missing = [...new Set(folders.flatMap(foldersMissing))];
  const [top = "."] = folders.toSorted((one, other) => one.length - other.length);
  try {
    makeFolders(top, 0o755);
    // Whoever writes at the same time waits, and then finds that the files have changed.
    await withLock(join(top, ".writing.lock"), () => writeNow(changes, then));
  } catch (error) {
    for (const folder of missing) removeEmptyFolder(folder);
    if (error instanceof UsageError || error instanceof HooklineError || !(error instanceof Error))
      throw error;
    // A file that cannot be written is the user's to mend, not ours.
    throw new UsageError(`nothing was written: ${error.message}`);
  }
  for (const { path, after } of changes) if (after === null) removeEmptyFolder(dirname(path));
}

async function writeNow(changes: readonly FileChange[], then: () => Promise<void>): Promise<void> {
  const other = changes.find(({ path, before }) => bare(textOf(path)) !== bare(before));
  if (other) throw new UsageError(`nothing was written: ${other.path} was changed meanwhile; try again`);
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      if (change.before === change.after) continue;
      put(change.path, change.after);
      done.push(change);
    }
    await then();
  } catch (error) {
    for (const { path, before } of done.toReversed()) put(path, before);
    throw error;
  }
}

/** Without the mark that some editors put first. */
function bare(text: string | null): string | null {
  return text?.replace(/^\uFEFF/, "") ?? null;
}

function put(path: string, text: string | null): void {
  if (text === null) removeFile(path);
  else rewriteFile(path, text);
}

/** The folders that are not there yet, the innermost first. */
function foldersMissing(folder: string): readonly string[] {
  if (isFolder(folder) || dirname(folder) === folder) return [];
  return [folder, ...foldersMissing(dirname(folder))];
}
