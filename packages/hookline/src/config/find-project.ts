import { dirname, join } from "node:path";
import type { Dialect } from "../contract/dialect.ts";
import { native } from "../dialects/native.ts";
import { folderIdentity } from "../system/folders.ts";
import { readHookFile } from "../system/hook-files.ts";
import { isThere } from "../system/local-files.ts";
import { fitting } from "./places.ts";

/** The nearest folder from `cwd` upward that holds a hook file of these dialects, else the nearest with `.git`, else `cwd`; home is the project only of those who work right in it. */
export function findProject(cwd: string, home: string, dialects: readonly Dialect[]): string {
  const markers = dialects.flatMap(markersOf);
  const git = { path: ".git", keys: null };
  return nearest(cwd, home, markers) ?? nearest(cwd, home, [git]) ?? cwd;
}

/** A path that makes a folder a project, if one of these keys is in the file. */
interface Marker {
  readonly path: string;
  /** Null: whatever is in it. */
  readonly keys: readonly string[] | null;
}

/** Another agent's settings are a hook file only if there are hooks in them: others must not hide the hooks of the folders above. */
function markersOf(dialect: Dialect): readonly Marker[] {
  const keys = dialect.onlyHooks || dialect.name === native.name ? null : dialect.hooksAt;
  // Markdown with a head may lie anywhere; a JSON file in such a place says that somebody set an agent up.
  return dialect.files.flatMap(({ base, path, format }) =>
    base === "project" && (!path.includes("*") || format === undefined) ? [{ path, keys }] : [],
  );
}

/** The nearest folder from `cwd` upward that holds one of these, without the home folder and what lies above it. */
function nearest(cwd: string, home: string, markers: readonly Marker[]): string | null {
  let folder = cwd;
  for (;;) {
    for (const { path, keys } of markers) {
      const files = fitting(join(folder, path), path.includes("*"));
      if (files.some((file) => isThere(file.path) && (keys === null || mayHold(file.path, keys))))
        return folder;
    }
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
