import { isAbsolute, join } from "node:path";
import { fitsSigns, globSigns } from "../../shell/glob.ts";
import { isFolder, namesIn } from "../../system/folders.ts";

/** More files than this are not looked at on every event. */
const most = 200;

/** The files that a shell would put in the place of a pattern; none if there are too many, and `whole` is false if there may be more. */
export function patternFiles(
  folder: string,
  pattern: string,
): { readonly paths: readonly string[]; readonly whole: boolean } {
  let paths = [isAbsolute(pattern) ? "/" : folder];
  // With some settings two stars go down into all folders.
  const whole = !pattern.includes("**");
  for (const part of pattern.split("/")) {
    if (part === "") continue;
    const next: string[] = [];
    for (const path of paths) {
      next.push(...(/[*?[]/.test(part) ? fitting(path, part) : [join(path, part)]));
      if (next.length > most) return { paths: [], whole: false };
    }
    paths = next;
  }
  return { paths, whole };
}

function fitting(folder: string, part: string): readonly string[] {
  if (!isFolder(folder)) return [];
  const signs = globSigns(part);
  const hidden = part.startsWith(".");
  return namesIn(folder)
    .filter((name) => (hidden || !name.startsWith(".")) && fitsSigns(signs, name))
    .map((name) => join(folder, name));
}
