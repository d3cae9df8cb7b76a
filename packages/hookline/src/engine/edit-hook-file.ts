import { dirname, join, resolve } from "node:path";
import type { HookFileChange } from "../config/edit/change-text.ts";
import { HooklineError } from "../contract/errors.ts";
import { isFolder } from "../system/folders.ts";
import { readHookFile } from "../system/hook-files.ts";
import { briefly } from "../system/lock.ts";
import { rewriteFile } from "../system/rewrite-file.ts";

export type { HookBlock, HookFileChange } from "../config/edit/change-text.ts";

/** Which native hook file to change, and how. */
export interface EditRequest {
  readonly file: string;
  readonly changes: readonly HookFileChange[];
  readonly cwd?: string;
  /** Only says what the file would hold. */
  readonly dryRun?: boolean;
}

/** A hook file before and after a change; null where there was none. */
export interface EditedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** Changes a native hook file as a whole or not at all; comments, order and the rest of its text stay. */
export async function editHookFile(request: EditRequest): Promise<EditedFile> {
  const { changedText } = await import("../config/edit/change-text.ts");
  const path = resolve(request.cwd ?? process.cwd(), request.file);
  if (request.dryRun === true) return edit();
  // Whoever changes it at the same time waits; the folder of a new file is not made for that.
  return isFolder(dirname(path)) ? locked(path, request.file, edit) : edit();

  function edit(): EditedFile {
    const reading = readHookFile(path, null);
    if (reading.kind === "unreadable")
      throw new HooklineError("invalid-option", `${request.file}: ${reading.why}; mend it first`);
    const before = reading.kind === "text" ? reading.text : null;
    const after = changedText(before, request.file, request.changes);
    if (request.dryRun !== true && after !== before) write(path, after, request.file);
    return { path, before, after };
  }
}

function locked(path: string, shown: string, edit: () => EditedFile): EditedFile {
  try {
    return briefly(join(dirname(path), ".writing.lock"), edit);
  } catch (error) {
    throw error instanceof HooklineError ? error : unwritable(shown, error);
  }
}

function write(path: string, text: string, shown: string): void {
  try {
    rewriteFile(path, text);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

function unwritable(shown: string, error: unknown): HooklineError {
  const why = error instanceof Error ? error.message : String(error);
  return new HooklineError("invalid-option", `${shown} cannot be written: ${why}`);
}
