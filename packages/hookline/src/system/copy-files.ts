import { constants, copyFileSync, lstatSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isFolder } from "./folders.ts";
import { isThere, realPath } from "./local-files.ts";
import { makeFolders } from "./make-folders.ts";

/** How much was copied, and which links were left out because they lead out of the folder. */
export interface Copied {
  readonly files: number;
  readonly bytes: number;
  readonly outside: readonly string[];
}

/** Copies files of a folder into another, with their permissions; links stay links, and those that lead out of the folder are left out. */
export function copyFiles(from: string, to: string, paths: readonly string[]): Copied {
  const root = realPath(from);
  const made = new Set<string>();
  const outside: string[] = [];
  let files = 0;
  let bytes = 0;
  for (const path of paths) {
    const [source, target] = [join(from, path), join(to, path)];
    const stat = lstatSync(source, { throwIfNoEntry: false });
    if (!stat || isThere(target)) continue;
    if (!made.has(dirname(target))) makeFolders(dirname(target), 0o755);
    made.add(dirname(target));
    if (stat.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      files += 1;
      bytes += stat.size;
    } else if (stat.isSymbolicLink()) {
      const link = insideLink(source, from, root, to);
      if (link === null) outside.push(path);
      else symlinkSync(link, target);
    }
  }
  return { files, bytes, outside };
}

/** What a copied link says; null if it leads out of the folder. */
function insideLink(link: string, from: string, root: string, to: string): string | null {
  const said = readlinkSync(link);
  const leads = realPath(resolve(dirname(link), said));
  if (leads !== root && !leads.startsWith(root + sep)) return null;
  if (!isAbsolute(said)) return said;
  const way = said.startsWith(from + sep) ? relative(from, said) : relative(root, leads);
  return join(to, way);
}

/** Lets a folder of one place be seen in another, if it is there: a link, so that nothing is copied. */
export function linkFolder(from: string, to: string): void {
  if (!isFolder(from) || isThere(to) || !isFolder(dirname(to))) return;
  symlinkSync(from, to);
}
