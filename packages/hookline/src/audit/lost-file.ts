import { dirname, join } from "node:path";
import { isObject, jsonOf } from "../contract/json.ts";
import { fileFacts, ownFolder, realDisk } from "../system/disk.ts";
import { folderNames } from "../system/folders.ts";
import { type HeldLock, holdLock } from "../system/lock.ts";
import { readWhole } from "../system/whole-file.ts";

/** Records that could not be written. */
export interface LostRecords {
  readonly count: number;
  /** When the first of them was lost, ISO 8601; empty if that is not known. */
  readonly since: string;
  /** Why the first of them was. */
  readonly why: string;
}

/** The file is made while there is room: where no record fits, a byte behind these still does. */
const header = "records that could not be written, one line each\n";

/** More than this nobody counts. */
const longest = 1024 * 1024;

const files = (folder: string, chain: string) => {
  const place = join(folder, "keys", "lost", chain);
  return { place, count: join(place, "count"), lock: join(place, "lock") };
};

/** Makes the file in which records that are lost are counted; without it they are only known to the process that lost them. */
export function prepareLost(folder: string, chain: string): boolean {
  const { place, count } = files(folder, chain);
  try {
    for (const one of [folder, join(folder, "keys"), dirname(place), place]) ownFolder(one);
    if (!fileFacts(count)) realDisk.replace(count, header);
    return true;
  } catch {
    return false;
  }
}

/** Counts a record that could not be written; false if that could not be kept either. */
export function countLost(folder: string, chain: string, why: string): boolean {
  if (!prepareLost(folder, chain)) return false;
  const { count } = files(folder, chain);
  try {
    const fd = realDisk.open(count, "append");
    try {
      const size = fileFacts(count)?.size ?? 0;
      if (size > longest) return true;
      const first = { since: new Date().toISOString(), why: why.slice(0, 500) };
      const line = Buffer.from(size > header.length ? "\n" : `${JSON.stringify(first)}\n`);
      // Where the room is not even enough for the first line, its end alone counts.
      return realDisk.append(fd, line) === line.length || realDisk.append(fd, Buffer.from("\n")) === 1;
    } finally {
      realDisk.close(fd);
    }
  } catch {
    return false;
  }
}

/** Tells what was lost, also by processes that are gone, and forgets it when it was told; one process does so at a time. */
export function tellLost(folder: string, chain: string, tell: (lost: LostRecords) => void): void {
  const { count, lock: lockPath } = files(folder, chain);
  if (readLost(count).count === 0) return;
  const lock = lockOf(lockPath);
  if (!lock) return;
  try {
    const lost = readLost(count);
    if (lost.count === 0) return;
    tell(lost);
    forget(folder, chain, lost);
  } finally {
    lock.release();
  }
}

/** What was lost while it was told is told the next time; what cannot be forgotten is told twice. */
function forget(folder: string, chain: string, told: LostRecords): void {
  const { count } = files(folder, chain);
  try {
    const fd = realDisk.open(count, "append");
    const late = readLost(count).count - told.count;
    try {
      realDisk.cut(fd, header.length);
    } finally {
      realDisk.close(fd);
    }
    for (let number = 0; number < late; number++) countLost(folder, chain, told.why);
  } catch {
    // Better twice than never.
  }
}

/** How many records were lost that no chain tells of yet; never throws. */
export function untoldLosses(folder: string): number {
  try {
    const chains = folderNames(join(folder, "keys", "lost"));
    return chains.reduce((sum, chain) => sum + readLost(files(folder, chain).count).count, 0);
  } catch {
    return 0;
  }
}

function lockOf(path: string): HeldLock | null {
  try {
    return holdLock(path);
  } catch {
    return null;
  }
}

function readLost(path: string): LostRecords {
  const found = readWhole(path);
  if ("error" in found || found.text.length <= header.length) return { count: 0, since: "", why: "" };
  const lines = found.text.slice(header.length).split("\n");
  const told = lines.map(jsonOf).find(isObject);
  const { since, why } = told ?? {};
  return {
    count: lines.length - 1,
    since: typeof since === "string" ? since : "",
    why: typeof why === "string" ? why : "",
  };
}
