import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { homeFolder } from "../session/home-folder.ts";
import type { ToolContext, ToolRun } from "./context.ts";
import { codeOf, FileError } from "./file-error.ts";

/** The absolute path that a model means: relative ones start at the folder, `~` is the home folder. */
export function absolutePath(path: string, cwd: string, env: ToolContext["env"]): string {
  if (path.includes("\0")) throw new FileError("The path holds a null character: no file has such a name.");
  const home = homeFolder(env);
  if (path === "~") return home;
  return path.startsWith("~/") ? resolve(home, path.slice(2)) : resolve(cwd, path);
}

const mostLinks = 40;

/** Where a path really leads: all symbolic links followed, also when what lies at their end does not exist yet. */
export function realTarget(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) === "ELOOP" || links > mostLinks)
      throw new FileError(`Symbolic links lead in a circle: ${path}`);
    const parent = dirname(path);
    if (parent === path) throw new FileError(`The path cannot be followed (${codeOf(error)}): ${path}`);
    const here = join(realTarget(parent, links), basename(path));
    const next = linkAt(here);
    return next === null ? here : realTarget(resolve(dirname(here), next), links + 1);
  }
}

function linkAt(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    return null;
  }
}

/** A path of one call: as it is shown, and what is really touched. */
export interface Target {
  readonly path: string;
  readonly real: string;
}

/** Finds what a call touches; a path that leads elsewhere than when permission was asked is refused. */
export function targetOf(run: ToolRun, path: string): Target {
  const absolute = absolutePath(path, run.cwd, run.env);
  const real = realTarget(absolute);
  const judged = run.callId === null ? undefined : run.judged?.(run.callId)?.target;
  if (judged !== undefined && judged !== real)
    throw new FileError(
      `${absolute} leads to ${real} by now, but permission was given for ${judged}: ask once more.`,
    );
  return { path: absolute, real };
}

/** True if the path is the folder or lies in it; both must be absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith("../") && !isAbsolute(way));
}
