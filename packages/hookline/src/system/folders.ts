import { accessSync, constants, lstatSync, readdirSync, statfsSync, statSync } from "node:fs";
import { errorCode } from "./error-code.ts";
import { noteLook } from "./looks.ts";

/** True for a folder; what cannot be a path at all is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** True for a folder itself, not for a link to one. */
export function isFolderItself(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The names in a folder, in alphabetical order; none if there is no such folder, or it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  noteLook(folder, "whole");
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The names in a folder, unsorted; none if it is not there; throws where it cannot be read. */
export function folderNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** What tells one folder from another, whatever links lead to it; null if there is none. */
export function folderIdentity(path: string): string | null {
  noteLook(path, "identity");
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

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
