import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const mostLinks = 40;
/** No system opens a longer path. */
const longest = 4096;

/** Where an absolute path really leads: all links followed, also when what lies at their end does not exist yet. */
export function realTarget(path: string, links = 0): string {
  if (path.length > longest) return path;
  try {
    // As the system follows it: `..` after a link leaves the folder that the link leads to.
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const folder = realTarget(parent, links);
    const here = basename(path) === ".." ? dirname(folder) : join(folder, basename(path));
    const next = links < mostLinks ? linkAt(here) : null;
    return next === null ? here : realTarget(resolve(folder, next), links + 1);
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
