import { readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/** A Markdown file that is a command, and the command's name. */
export interface CommandFile {
  readonly path: string;
  readonly name: string;
}

const maxFiles = 500;

/** The folder of the user's configuration. */
export function configFolder(home: string, env: { readonly [name: string]: string | undefined }): string {
  const { XDG_CONFIG_HOME: config } = env;
  return config && isAbsolute(config) ? config : join(home, ".config");
}

/** All Markdown files below a folder, in order of path; links are followed, but not in circles. */
export function findCommandFiles(
  folder: string,
  leftOut: (path: string, why: string) => void,
): readonly CommandFile[] {
  const found: CommandFile[] = [];
  const visited = new Set<string>();
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    const real = realOf(next);
    if (real === null || visited.has(real)) continue;
    visited.add(real);
    for (const entry of namesIn(next, leftOut)) {
      const path = join(next, entry);
      const kind = kindOf(path);
      if (kind === "folder") folders.push(path);
      // A link must not lead to something that is no command: a key, say.
      else if (kind === "file" && entry.endsWith(".md") && realOf(path)?.endsWith(".md")) {
        if (found.length === maxFiles) {
          leftOut(path, `there are more than ${maxFiles} in ${folder}`);
          return found;
        }
        found.push({ path, name: nameOf(folder, path) });
      }
    }
  }
  return found;
}

function nameOf(folder: string, path: string): string {
  return relative(folder, path).slice(0, -".md".length).split(sep).join(":");
}

function namesIn(folder: string, leftOut: (path: string, why: string) => void): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code !== "ENOENT" && code !== "ENOTDIR") leftOut(folder, `the folder cannot be read (${code})`);
    return [];
  }
}

function kindOf(path: string): "file" | "folder" | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : null;
  } catch {
    return null;
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
