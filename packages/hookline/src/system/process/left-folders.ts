import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../folders.ts";
import { isAlive, processSpace } from "../process-number.ts";

/** How the names of the private folders of this process begin: they say whose they are, for when it is killed and cannot remove them. */
export function ownPrefix(): string {
  return `hookline-${ownSpace()}-${process.pid.toString(36)}-`;
}

/** Removes the private folders that processes of this user have left in a folder when they were killed: payloads may lie in them. */
export function removeLeftFolders(parent: string): void {
  for (const name of namesIn(parent)) {
    const [, space, pid = ""] = /^hookline-([0-9a-z]+)-([0-9a-z]+)-\w+$/.exec(name) ?? [];
    // The number of a process says nothing in another container.
    if (space !== ownSpace() || isAlive(Number.parseInt(pid, 36))) continue;
    const folder = join(parent, name);
    if (isPrivate(folder)) remove(folder);
  }
}

/** As few letters as can be: the path of a socket has a limit. */
function ownSpace(): string {
  return Number(/\d+/.exec(processSpace())?.[0] ?? 0).toString(36);
}

/** Ours, and closed to others: nobody can put a link in the place of what is removed. */
function isPrivate(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  return stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next process tries again.
  }
}
