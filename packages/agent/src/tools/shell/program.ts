import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "../paths.ts";

const found = new Map<string, string>();

/** Where a program lies that the agent itself starts; null if nowhere. Looked for once, and never in the project: its files are the model's. */
export function programOf(name: string, path: string, projectDir: string): string | null {
  const key = [name, path, projectDir].join("\0");
  const known = found.get(key);
  if (known !== undefined) return known;
  const project = real(projectDir) ?? projectDir;
  const place = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(
      (file) => isProgram(file) && ![file, real(file)].some((at) => at !== null && isInside(at, project)),
    );
  if (place === undefined) return null;
  found.set(key, place);
  return place;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
