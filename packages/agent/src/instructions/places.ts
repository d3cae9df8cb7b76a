import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { MemoryType } from "./file.ts";
import { realOf } from "./read.ts";

/** A path where instructions may be, and whose they would be. */
export interface Place {
  readonly path: string;
  readonly memoryType: MemoryType;
}

/**
 * The folder of the repository that a folder is in: the nearest with `.git`; the folder itself if there is none. A home folder that is a
 * repository holds all projects, and is none of theirs; nor is what lies above it.
 */
export function repositoryOf(folder: string, home?: string): string {
  const homes = home === undefined ? [] : [home, realOf(home)];
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder && homes.includes(at)) return folder;
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** The user's places. */
export function userPlaces(
  home: string,
  env: { readonly [name: string]: string | undefined },
): readonly Place[] {
  const { XDG_CONFIG_HOME: config } = env;
  const folder = config && isAbsolute(config) ? config : join(home, ".config");
  return [join(folder, "hookline", "AGENTS.md"), join(home, ".claude", "CLAUDE.md")].map((path) => ({
    path,
    memoryType: "User",
  }));
}

/** The places in one folder of a project. */
export function folderPlaces(folder: string): readonly Place[] {
  return [
    { path: join(folder, "AGENTS.md"), memoryType: "Project" },
    { path: join(folder, "CLAUDE.md"), memoryType: "Project" },
    { path: join(folder, ".claude", "CLAUDE.md"), memoryType: "Project" },
    { path: join(folder, "CLAUDE.local.md"), memoryType: "Local" },
  ];
}

/** The folders from one down to another, both included; none if the other does not lie in the first. */
export function foldersBetween(top: string, bottom: string): readonly string[] {
  const way = relative(top, bottom);
  if (way === ".." || way.startsWith(`..${sep}`)) return [];
  const names = way === "" ? [] : way.split(sep);
  return [top, ...names.map((_name, index) => join(top, ...names.slice(0, index + 1)))];
}
