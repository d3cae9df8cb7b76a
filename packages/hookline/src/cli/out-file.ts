import { dirname, resolve } from "node:path";
import { makeFolder, writeAtomically } from "../system/files.ts";
import { isFolder } from "../system/folders.ts";
import { isThere } from "../system/local-files.ts";
import { UsageError } from "./verb.ts";
import { visibleLine } from "./visible.ts";

/** Writes a text to the file that `--out` names; what is there stays, unless `--force` was said. */
export function writeOut(cwd: string, given: string, text: string, mode: number, force: boolean): void {
  const path = resolve(cwd, given);
  const shown = visibleLine(given);
  if (given === "" || isFolder(path))
    throw new UsageError(`--out ${shown}: that is a folder; name a file in it`);
  if (isThere(path) && !force)
    throw new UsageError(`--out ${shown}: there is a file already; say --force to write over it`);
  try {
    makeFolder(dirname(path));
    writeAtomically(path, text, mode);
  } catch (error) {
    throw new UsageError(`--out ${shown}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
