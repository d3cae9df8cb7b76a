import { statSync } from "node:fs";
import type { ToolRun } from "./context.ts";
import { FileError, onFile } from "./file-error.ts";
import { type Target, targetOf } from "./paths.ts";

/** The folder that is searched; throws if it is none. */
export function folderOf(run: ToolRun, path: string | undefined): Target {
  const target = targetOf(run, path ?? ".");
  if (!onFile(target.path, () => statSync(target.real)).isDirectory())
    throw new FileError(`This is a file, not a folder: ${target.path}`);
  return target;
}

/** Refuses a pattern that leads out of the folder: permission was asked for the folder alone. */
export function staysInside(pattern: string): string {
  if (pattern.startsWith("/") || pattern.startsWith("~") || pattern.split(/[/{},]/).includes(".."))
    throw new FileError(`The pattern must stay inside the folder, give the folder as path: ${pattern}`);
  return pattern.replace(/^(\.\/)+/, "");
}

/** A search ends after this time with what it has. */
export const searchMs = 20_000;
