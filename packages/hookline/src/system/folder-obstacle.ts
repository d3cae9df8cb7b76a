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
      return folderObstacle(above) ?? { why: `you may not look into ${above}`, mend: ownAgain(above) };
    if (isLink(path)) return { why: `${path} is a link to nothing`, mend: `remove it: rm ${quoted(path)}` };
    if (above === path) return null;
    const higher = folderObstacle(above);
    if (higher !== null || folderFacts(above)?.writable !== false) return higher;
    return { why: `${path} cannot be made, since you may not write to ${above}`, mend: ownAgain(above) };
  }
}

/** The command that gives a folder back to whoever runs this; what another user owns cannot be had by `chmod`. */
export function ownAgain(path: string): string {
  const own = process.geteuid?.();
  if (own === undefined || folderFacts(path)?.uid === own) return `chmod u+rwx ${quoted(path)}`;
  return `sudo chown -R ${own} ${quoted(path)}, or let XDG_STATE_HOME name a folder of yours`;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
