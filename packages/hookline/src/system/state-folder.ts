import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** The folder for what Hookline remembers: `$XDG_STATE_HOME/hookline`, by default `~/.local/state/hookline`. */
export function stateFolder(env: { readonly [name: string]: string | undefined }, home: string): string {
  const base = env.XDG_STATE_HOME;
  return join(base && isAbsolute(base) ? base : join(home, ".local", "state"), "hookline");
}

/** Makes a folder that only its owner can enter, with its parents. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
