import { dirname, isAbsolute, join, normalize, sep } from "node:path";
import { makeFolder, writeAtomically } from "../system/files.ts";
import { isThere, realPath } from "../system/local-files.ts";
import { readWhole } from "../system/whole-file.ts";
import type { Place } from "./place.ts";

/** Why a case may not put a file there; null if it may. */
export function fileProblem(path: string): string | null {
  const plain = normalize(path);
  if (path === "" || path.endsWith("/") || path.includes("\0")) return "is not the path of a file";
  if (isAbsolute(path) || plain === ".." || plain.startsWith(`..${sep}`)) return "leads out of the project";
  return null;
}

/** Why a copy cannot have what a file of cases names; null if it can. */
export function copyProblem(projectDir: string, path: string): string | null {
  const problem = path === "." ? null : fileProblem(path.replace(/\/+$/, ""));
  return problem ?? (isThere(join(projectDir, path)) ? null : "is not there");
}

/** True for a file by which git starts programs: such a one needs more trust than the hooks themselves. */
export function commandsGit(path: string): boolean {
  const plain = normalize(path).toLowerCase();
  return plain.split(sep).includes(".git") && plain !== join(".git", "head");
}

/** Puts the files of a case into the copy of its project; throws where a link leads out of it. */
export function writeFiles({ project }: Place, files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    const whole = join(project, path);
    const [folder, target] = [realPath(nearest(dirname(whole), project)), realPath(whole)];
    const inside = [folder, target].every((one) => one === project || one.startsWith(project + sep));
    if (!inside)
      throw new Error(`"files" names ${path}, and a link leads out of the copy of the project there`);
    makeFolder(dirname(whole));
    const before = readWhole(whole);
    const mode = "mode" in before ? before.mode : text.startsWith("#!") ? 0o755 : 0o644;
    writeAtomically(whole, text, mode);
  }
}

/** The nearest folder above that exists: what is missing is made, and leads nowhere else. */
function nearest(folder: string, project: string): string {
  const real = realPath(folder);
  if (folder === project || real !== folder) return folder;
  return nearest(dirname(folder), project);
}
