import { constants, statSync } from "node:fs";
import { hostname } from "node:os";
import { isObject, jsonOf } from "../contract/json.ts";
import { readProcess } from "./process/process-table.ts";
import { isAlive, processSpace } from "./process-number.ts";
import { readWhole } from "./whole-file.ts";

/** Who has a lock. */
export interface Owner {
  readonly pid: number;
  /** When that process started, where the system tells: a number that was given to a new process is no owner. */
  readonly start: string;
  readonly host: string;
  /** Where the number of the process counts: containers may share a host name and not their numbers. Empty where the system does not tell. */
  readonly space: string;
  readonly token: string;
}

/** A lock file without an owner in it, or one that guards a takeover, belongs to somebody for this long at the most. */
export const unownedMs = 5_000;

/** A lock of another machine or container that nobody has refreshed for this long has no owner any more. */
export const silentMs = 120_000;

/** This process as an owner. */
export function ownOwner(token: string): Owner {
  const start = readProcess(process.pid)?.start ?? "";
  return { pid: process.pid, start, host: hostname(), space: processSpace(), token };
}

/** Who has a lock file; null if nobody signed it. */
export function readOwner(path: string): Owner | null {
  const found = readWhole(path, constants.O_NOFOLLOW);
  const value = "error" in found ? null : jsonOf(found.text);
  if (!isObject(value)) return null;
  const { pid, start, host, space = "", token } = value;
  if (typeof pid !== "number" || typeof start !== "string" || typeof space !== "string") return null;
  return typeof host === "string" && typeof token === "string" ? { pid, start, host, space, token } : null;
}

/** True for a lock file whose owner is gone. */
export function isStale(path: string): boolean {
  const owner = readOwner(path);
  if (!owner) return ageOf(path) > unownedMs;
  // Nothing is known about the processes of another machine or container, but that a living one refreshes its locks.
  if (owner.host !== hostname() || owner.space !== processSpace()) return ageOf(path) > silentMs;
  const row = readProcess(owner.pid);
  if (row) return row.dead || row.start !== owner.start;
  return !isAlive(owner.pid);
}

/** Milliseconds since a file was written or refreshed; 0 if there is none. */
export function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
