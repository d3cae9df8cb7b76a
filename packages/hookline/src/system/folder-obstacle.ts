import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";
import { folderFacts } from "./folders.ts";
import { quoted, type Unsafe } from "./safe-file.ts";

/** Why there is no folder of this path and none can be made, and what to do; null if there is one, or it can be made. Never throws. */
export function folderObstacle(path: string): Unsafe | null {
  try {
    if (statSync(path).isDirectory()) return null;
    const mend = `move it away: mv ${quoted(path)} ${quoted(`${path}.old`)}`;
    return { why: `${path} is not a folder, so nothing can be kept in it`, mend };
  } catch (error) {
    const above = dirname(path);
    if (errorCode(error) === "EACCES")
      return folderObstacle(above) ?? { why: `you may not look into ${above}`, mend: openAgain(above) };
    if (isLink(path)) return { why: `${path} is a link to nothing`, mend: `remove it: rm ${quoted(path)}` };
    if (above === path) return null;
    const higher = folderObstacle(above);
    if (higher !== null || folderFacts(above)?.writable !== false) return higher;
    return { why: `${path} cannot be made, since you may not write to ${above}`, mend: makeIn(above, path) };
  }
}

/** Why nothing can be written to a folder that is there, and what to do; null if something can. */
export function unwritable(path: string): Unsafe | null {
  if (folderFacts(path)?.writable !== false) return null;
  return { why: `you may not write to ${path}`, mend: ownAgain(path) };
}

/** The command that gives a folder of Hookline back to whoever runs this; what another user owns cannot be had by `chmod`. */
export function ownAgain(path: string): string {
  if (isOwn(path)) return `chmod u+rwx ${quoted(path)}`;
  return `sudo chown -R ${process.geteuid?.()} ${quoted(path)}, or ${elsewhere}`;
}

const elsewhere = "let XDG_STATE_HOME name a folder of yours";

/** A folder above may be anybody's, the root folder even: it is not taken from its owner. */
function openAgain(above: string): string {
  return isOwn(above) ? ownAgain(above) : elsewhere;
}

function makeIn(above: string, path: string): string {
  if (isOwn(above)) return ownAgain(above);
  return `sudo install -d -o ${process.geteuid?.()} ${quoted(path)}, or ${elsewhere}`;
}

function isOwn(path: string): boolean {
  const own = process.geteuid?.();
  return own === undefined || folderFacts(path)?.uid === own;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
