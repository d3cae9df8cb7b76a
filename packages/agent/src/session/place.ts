import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "./home-folder.ts";

/** Where Hookline keeps what it remembers: `$XDG_STATE_HOME/hookline`, else `~/.local/state/hookline`. */
export function stateFolder(env: { readonly [name: string]: string | undefined }): string {
  const base = env.XDG_STATE_HOME;
  return join(base && isAbsolute(base) ? base : join(homeFolder(env), ".local", "state"), "hookline");
}

/** The folder's name for a project: readable, and different for any two projects. */
export function projectSlug(projectDir: string): string {
  const path = realOrGiven(projectDir);
  const digest = createHash("sha256").update(path).digest("hex").slice(0, 8);
  return `${path.replace(/[^A-Za-z0-9]+/g, "-").slice(-80)}-${digest}`;
}

/** True for a name that is safe as a file's name: it cannot leave its folder. */
export function isId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id);
}

/** The id as it came, or an error if it could be a way out of the folder. */
export function checkedId(id: string, what: string): string {
  if (!isId(id))
    throw new Error(`${JSON.stringify(id)} cannot be the id of ${what}: use letters, digits, "-" and "_"`);
  return id;
}

/** Makes a folder that only its owner can enter, with its parents. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function realOrGiven(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
