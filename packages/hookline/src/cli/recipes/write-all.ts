import { dirname } from "node:path";
import { HooklineError } from "../../index.ts";
import { isFolder } from "../../system/folders.ts";
import { removeEmptyFolder } from "../../system/remove-empty-folder.ts";
import { removeFile } from "../../system/remove-file.ts";
import { rewriteFile } from "../../system/rewrite-file.ts";
import { UsageError } from "../verb.ts";

/** A file before and after; null where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Writes all files, then does what comes after; if one of it fails, everything is as it was before. */
export async function writeAll(
  changes: readonly FileChange[],
  then: () => Promise<void> = async () => {},
): Promise<void> {
  const missing = [...new Set(changes.flatMap(({ path }) => foldersMissing(dirname(path))))];
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
    for (const folder of missing) removeEmptyFolder(folder);
    if (error instanceof UsageError || error instanceof HooklineError || !(error instanceof Error))
      throw error;
    // A file that cannot be written is the user's to mend, not ours.
    throw new UsageError(`nothing was written: ${error.message}`);
  }
  for (const { path, after } of changes) if (after === null) removeEmptyFolder(dirname(path));
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
