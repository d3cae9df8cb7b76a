import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isFolderItself } from "./folders.ts";
import { isThere } from "./local-files.ts";

const never: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The most that git may list: more than any project has. */
const mostBytes = 256 * 1024 * 1024;

/** The files and links of a project that people keep, relative to it: those that git knows or would add, else all but `.git` and `node_modules`. */
export function projectFiles(folder: string): readonly string[] {
  const listed = gitFiles(folder) ?? below(folder, "");
  return listed.flatMap((path) => {
    const whole = join(folder, path);
    // What git knows as one entry may be a folder: another repository.
    if (isFolderItself(whole)) return below(folder, path);
    return isThere(whole) ? [path] : [];
  });
}

/** All files and links at a path of a folder, relative to that folder: the path itself, or what is below it. */
export function filesAt(folder: string, path: string): readonly string[] {
  const whole = join(folder, path);
  if (isFolderItself(whole)) return below(folder, path, new Set());
  return isThere(whole) ? [path] : [];
}

function gitFiles(folder: string): readonly string[] | null {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  // What a repository's own settings name must not be started for a list of files.
  const { status, stdout } = spawnSync("git", ["-c", "core.fsmonitor=false", "-C", folder, ...args], {
    encoding: "utf8",
    env: withoutRepository(process.env),
    maxBuffer: mostBytes,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status !== 0) return null;
  return [...new Set(stdout.split("\0"))].filter((path) => path !== "" && !isKeptOut(path));
}

/** Variables without those that name a repository: a program of git's own hooks has them, and would go on with that one elsewhere. */
export function withoutRepository<T extends string | undefined>(env: {
  readonly [name: string]: T;
}): { [name: string]: T } {
  const names =
    /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_\w+|PREFIX|NAMESPACE)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}

function isKeptOut(path: string): boolean {
  return path.split("/").some((part) => never.has(part));
}

function below(folder: string, path: string, without: ReadonlySet<string> = never): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    if (without.has(entry.name)) continue;
    const inner = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) for (const one of below(folder, inner, without)) found.push(one);
    else found.push(inner);
  }
  return found;
}
