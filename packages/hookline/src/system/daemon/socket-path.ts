import { closeSync, constants, openSync } from "node:fs";
import { HooklineError } from "../../contract/errors.ts";

/** The longest path that a socket can have, on the system that has the least. */
const longestPath = 103;

/** A path for a socket that is short enough, until it is closed: on Linux a long one is named by its open folder. */
export function socketPath(folder: string, name: string): { readonly path: string; close(): void } {
  const path = `${folder}/${name}`;
  if (Buffer.byteLength(path) <= longestPath) return { path, close() {} };
  if (process.platform !== "linux")
    throw new HooklineError(
      "unreadable-store",
      `${folder} is too long a path for a socket; let XDG_STATE_HOME name a folder with a shorter one`,
    );
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${fd}/${name}`, close: () => closeSync(fd) };
}
