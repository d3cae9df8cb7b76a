import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, removePrivateFolder } from "./process/private-folder.ts";

/** Keeps values in files that only this user can read, until they are removed, at the latest when this process exits. */
export function keepInFiles(values: readonly (readonly [name: string, value: string])[]): {
  readonly paths: ReadonlyMap<string, string>;
  remove(): void;
} {
  const folder = makePrivateFolder();
  const paths = new Map<string, string>();
  try {
    for (const [name, value] of values) {
      const path = join(folder, name);
      writeFileSync(path, value, { mode: 0o600 });
      paths.set(name, path);
    }
  } catch (error) {
    removePrivateFolder(folder);
    throw error;
  }
  return { paths, remove: () => removePrivateFolder(folder) };
}
