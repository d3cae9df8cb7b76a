import { accessSync, constants, statfsSync, statSync } from "node:fs";

/** What the system says about a folder. */
export interface FolderFacts {
  readonly uid: number;
  /** Who may do what, as in `chmod`. */
  readonly mode: number;
  /** Whether this user may put files into it. */
  readonly writable: boolean;
  /** How much more fits onto its disk, in bytes. */
  readonly free: number;
}

/** Looks at a folder; null if there is none. */
export function folderFacts(path: string): FolderFacts | null {
  try {
    const stats = statSync(path);
    if (!stats.isDirectory()) return null;
    const { bavail, bsize } = statfsSync(path);
    return { uid: stats.uid, mode: stats.mode & 0o777, writable: mayWrite(path), free: bavail * bsize };
  } catch {
    return null;
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
