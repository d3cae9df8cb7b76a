import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { repositoryOf } from "../instructions/places.ts";

/** The true path of the folder that a hook printed, or why it is not taken. */
export function judgeHookPath(
  printed: string,
  projectDir: string,
): { readonly path: string } | { readonly why: string } {
  if (isAbsolute(printed) && printed.split(sep).some((name) => name === "." || name === "..")) {
    return { why: `${printed} goes through "." or ".."; print the path without them` };
  }
  const path = resolve(projectDir, printed);
  const root = repositoryOf(projectDir);
  const link = [root, realpathSync(root)].map((base) => linkBelow(base, path)).find((one) => one !== null);
  if (link) return { why: `${link} is a link inside the repository; print the path that it leads to` };
  const real = folderAt(path);
  if (real === null) return { why: `${path} is not a folder; a hook must make it before it prints the path` };
  const project = realpathSync(projectDir);
  if (real === project || project.startsWith(real + sep)) return { why: `${path} is the project itself` };
  return { path: real };
}

/** The first link on the way from a folder to a path below it; null if there is none or the path lies elsewhere. */
function linkBelow(base: string, path: string): string | null {
  const way = relative(base, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`)) return null;
  for (let at = path; at !== base && at !== dirname(at); at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at;
  }
  return null;
}

function folderAt(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}
