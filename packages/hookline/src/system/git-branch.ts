import { dirname, isAbsolute, join, resolve } from "node:path";
import { readWhole } from "./whole-file.ts";

/** The branch that is checked out in a folder or in the nearest one above it that has a `.git`; empty if there is none or no branch is. */
export function gitBranch(folder: string): string {
  const head = textOf(join(folder, ".git", "HEAD")) ?? headOfWorktree(folder);
  const above = dirname(folder);
  if (head === null) return above === folder ? "" : gitBranch(above);
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? "";
}

/** In a worktree `.git` is a file that names the real folder. */
function headOfWorktree(folder: string): string | null {
  const named = /^gitdir: (.+)$/m.exec(textOf(join(folder, ".git")) ?? "")?.[1]?.trim();
  if (named === undefined) return null;
  return textOf(join(isAbsolute(named) ? named : resolve(folder, named), "HEAD"));
}

function textOf(path: string): string | null {
  const read = readWhole(path);
  return "text" in read ? read.text : null;
}
