import { lstatSync, type Stats } from "node:fs";
import { HooklineError } from "../../contract/errors.ts";
import { quoted } from "../safe-file.ts";
import { privateFolder } from "../state-folder.ts";

/** Where the daemon of one user and one build is found. */
export interface RunPlace {
  readonly folder: string;
  /** The name of its socket in the folder. */
  readonly socket: string;
  /** The name of the file that says on which port of the loopback it listens, and the two secrets of that. */
  readonly port: string;
  /** The path of the lock that the living daemon holds. */
  readonly lock: string;
}

/** The place of the daemon of a build; in the state folder, because a client without a session of the desktop must find it too. */
export function runPlace(stateFolder: string, build: string): RunPlace {
  const folder = `${stateFolder}/run`;
  return { folder, socket: `${build}.sock`, port: `${build}.port`, lock: `${folder}/${build}.lock` };
}

/** Makes the folder; throws if it is not a folder that this user owns and nobody else can enter. */
export function makeRunFolder(folder: string): void {
  privateFolder(folder);
  const problem = folderProblem(folder);
  if (problem) throw new HooklineError("unreadable-store", problem);
}

/** Why nothing in a folder is believed, and what to do about it; null if only this user can enter it. */
export function folderProblem(folder: string): string | null {
  const stat = look(folder);
  if (!stat) return `there is no folder ${folder}`;
  if (!stat.isDirectory()) return `${folder} is not a folder of its own (a link, or a file); move it away`;
  if (stat.uid !== process.geteuid?.()) return `${folder} belongs to another user; move it away`;
  if ((stat.mode & 0o077) !== 0) return `others may enter ${folder}; chmod 700 ${quoted(folder)}`;
  return null;
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
