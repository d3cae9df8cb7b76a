import { dirname, join } from "node:path";
import type { Dialect } from "../contract/dialect.ts";
import { native } from "../dialects/native.ts";
import { folderIdentity } from "../system/folders.ts";
import { readHookFile } from "../system/hook-files.ts";
import { isThere } from "../system/local-files.ts";
import { fitting } from "./places.ts";

/** The nearest folder from `cwd` upward that holds a hook file of these dialects, else the nearest with `.git`, else `cwd`; home is the project only of those who work right in it. */
export function findProject(cwd: string, home: string, dialects: readonly Dialect[]): string {
  const holdsHooks = (folder: string) => dialects.some((dialect) => isProjectOf(dialect, folder));
  const holdsGit = (folder: string) => isThere(join(folder, ".git"));
  return nearest(cwd, home, holdsHooks) ?? nearest(cwd, home, holdsGit) ?? cwd;
}

/** Another agent's settings are a hook file only if there are hooks in them: others must not hide the hooks of the folders above. */
function isProjectOf(dialect: Dialect, folder: string): boolean {
  const keys = dialect.onlyHooks || dialect.name === native.name ? null : dialect.hooksAt;
  return dialect.files.some(({ base, path, format }) => {
    const starred = path.includes("*");
    // Markdown with a head may lie anywhere; a JSON file in such a place says that somebody set an agent up.
    if (base !== "project" || (starred && format !== undefined)) return false;
    const files = fitting(join(folder, path), starred);
    return files.some((file) => isThere(file.path) && (keys === null || mayHold(file.path, keys)));
  });
}

/** The nearest folder from `cwd` upward that holds what is looked for, without the home folder and what lies above it. */
function nearest(cwd: string, home: string, holds: (folder: string) => boolean): string | null {
  let folder = cwd;
  for (;;) {
    if (holds(folder)) return folder;
    const parent = dirname(folder);
    if (parent === folder || isHome(folder, home) || isHome(parent, home)) return null;
    folder = parent;
  }
}

/** True unless a file can be read and none of these keys is in it. */
function mayHold(path: string, keys: readonly string[]): boolean {
  const reading = readHookFile(path, null);
  return reading.kind !== "text" || keys.some((key) => reading.text.includes(`"${key}"`));
}

/** Links may lead to the home folder under another name. */
function isHome(folder: string, home: string): boolean {
  if (folder === home) return true;
  const identity = folderIdentity(home);
  return identity !== null && folderIdentity(folder) === identity;
}
