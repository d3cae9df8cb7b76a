import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { resolve } from "node:path";

const mostLinks = 40;
/** No system opens a longer path. */
const longest = 4096;

/** Where an absolute path really leads: all links followed, also when what lies at their end does not exist yet. */
export function realTarget(path: string, links = 0): string {
  if (path.length > longest) return path;
  const real = realPathOf(path);
  if (real !== null) return real;
  const [parent, name] = split(path);
  if (name === "") return path;
  const folder = realTarget(parent, links);
  if (name === "." || name === "..") return name === "." ? folder : split(folder)[0];
  const here = folder === "/" ? `/${name}` : `${folder}/${name}`;
  const next = links < mostLinks ? linkAt(here) : null;
  return next === null ? here : realTarget(resolve(folder, next), links + 1);
}

/** The folder of an absolute path and the name in it; the name is empty for the root. By hand: what else knows about paths takes longer to load. */
function split(path: string): readonly [folder: string, name: string] {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  const at = path.lastIndexOf("/", end - 1);
  return [at <= 0 ? "/" : path.slice(0, at), path.slice(at + 1, end)];
}

/** Null if nothing is there. That is asked first: many commands name what they will make, and an error that is thrown costs ten times as much. */
function realPathOf(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    // As the system follows it: `..` after a link leaves the folder that the link leads to.
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function linkAt(path: string): string | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    return null;
  }
}
