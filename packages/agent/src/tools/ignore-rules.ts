import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";
import { readBytes } from "./text-file.ts";

/** The rules of one `.gitignore`, which hold below its folder. */
export interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules in a folder, null if it has none. */
export function rulesIn(folder: string): Rules | null {
  const path = join(folder, ".gitignore");
  try {
    const { bytes } = readBytes({ path, real: path });
    return { folder, rules: ignore().add(bytes.toString("utf8")) };
  } catch {
    return null;
  }
}

/** The rules above a folder, up to its repository; none if they ignore the folder itself, since then somebody wants to see it. */
export function ancestorRules(folder: string): readonly Rules[] {
  const found: Rules[] = [];
  let here = folder;
  while (!existsSync(join(here, ".git"))) {
    const parent = dirname(here);
    if (parent === here) return [];
    here = parent;
    const rules = rulesIn(here);
    if (rules) found.unshift(rules);
  }
  return isIgnored(found, folder, true) ? [] : found;
}

/** What the rules say of a path; the deeper file wins. */
export function isIgnored(all: readonly Rules[], path: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { folder, rules } of all) {
    const said = rules.test(relative(folder, path) + (isFolder ? "/" : ""));
    if (said.ignored) ignored = true;
    if (said.unignored) ignored = false;
  }
  return ignored;
}
