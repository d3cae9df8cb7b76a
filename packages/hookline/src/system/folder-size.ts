import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { removeFile } from "./remove-file.ts";

/** A regular file of a folder. */
export interface SizedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The regular files right in a folder, those that were changed last at the end; none if it is not there or cannot be read. */
export function filesIn(folder: string): readonly SizedFile[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const files = names.flatMap((name) => {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ path, name, bytes: stat.size, modifiedMs: stat.mtimeMs }] : [];
  });
  return files.sort((one, other) => one.modifiedMs - other.modifiedMs);
}

/** Removes the files of a folder that were not changed for the longest until the rest has so many bytes; the last one stays. */
export function keepNewest(folder: string, mostBytes: number): void {
  const files = filesIn(folder);
  let sum = files.reduce((total, { bytes }) => total + bytes, 0);
  for (const { path, bytes } of files.slice(0, -1)) {
    if (sum <= mostBytes) return;
    removeFile(path);
    sum -= bytes;
  }
}
