import { HooklineError } from "../contract/errors.ts";
import { folderObstacle } from "./folder-obstacle.ts";
import { makeFolders } from "./make-folders.ts";
import { plainPath } from "./plain-path.ts";

/** The folder for what Hookline remembers: `$XDG_STATE_HOME/hookline`, by default `~/.local/state/hookline`. */
export function stateFolder(env: { readonly [name: string]: string | undefined }, home: string): string {
  const base = env.XDG_STATE_HOME;
  return plainPath(`${base?.startsWith("/") ? base : `${home}/.local/state`}/hookline`);
}

/** Makes a folder that only its owner can enter, with its parents. */
export function privateFolder(path: string): string {
  try {
    makeFolders(path, 0o700);
  } catch (error) {
    const { why, mend } = folderObstacle(path) ?? {
      why: `${path} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
      mend: "let XDG_STATE_HOME name a folder of yours",
    };
    throw new HooklineError("unreadable-store", `${why}; ${mend}`);
  }
  return path;
}
