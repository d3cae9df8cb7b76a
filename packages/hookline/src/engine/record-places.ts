import { join } from "node:path";
import { sha256 } from "../system/digest.ts";

/** The half of what is kept of one session, in bytes. */
export const sessionBytes = 32 * 1024 * 1024;

/** What is kept of all sessions, in bytes. */
export const mostBytes = 512 * 1024 * 1024;

/** The longest line that is written, and read again. */
export const longestLine = 512 * 1024;

/** The folder with the records of events: one file for each session, and perhaps an older half of it. */
export function recordsFolder(stateFolder: string): string {
  return join(stateFolder, "records");
}

/** The name of the file of a session. */
export function sessionName(session: string): string {
  return sha256(session).slice(0, 32);
}
