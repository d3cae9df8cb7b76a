import { closeSync, mkdirSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isObject } from "../contract/json.ts";
import { errorCode } from "./error-code.ts";
import { uuidv7 } from "./identifiers.ts";
import { readProcess } from "./process/process-table.ts";
import { removeFile } from "./remove-file.ts";

interface Owner {
  readonly pid: number;
  /** When that process started, where the system tells: a number that was given to a new process is no owner. */
  readonly start: string;
  readonly host: string;
  readonly token: string;
}

/** A lock file without an owner in it, or one that guards a takeover, belongs to somebody for this long at the most. */
const unownedMs = 5_000;

/** Runs the action while this caller alone holds the lock file; a lock whose process is gone is taken over, and after 10 seconds of waiting it throws. */
export async function withLock<T>(
  path: string,
  action: () => Promise<T> | T,
  { waitMs = 10_000 }: { readonly waitMs?: number } = {},
): Promise<T> {
  const token = uuidv7();
  const until = performance.now() + waitMs;
  for (let pause = 2; !acquire(path, token); pause = Math.min(pause * 2, 50)) {
    if (isStale(path)) removeStale(path);
    else if (performance.now() > until) throw new Error(waitedInVain(path, waitMs));
    else await delay(pause * (0.5 + Math.random()));
  }
  try {
    return await action();
  } finally {
    if (readOwner(path)?.token === token) unlinkSync(path);
  }
}

/** A lock that is held until it is released, or its process ends. */
export interface HeldLock {
  release(): void;
}

/** Takes a lock for as long as the caller wants it; null if somebody else has it: nobody waits. */
export function holdLock(path: string): HeldLock | null {
  const token = uuidv7();
  if (!acquire(path, token)) {
    if (!isStale(path)) return null;
    removeStale(path);
    if (!acquire(path, token)) return null;
  }
  return {
    release: () => {
      if (readOwner(path)?.token === token) removeFile(path);
    },
  };
}

/** Runs a short action while this caller alone holds the lock; whoever comes second stands still until then, 5 seconds at the most. */
export function briefly<T>(path: string, action: () => T): T {
  const until = performance.now() + 5_000;
  const still = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const lock = holdLock(path);
    if (!lock) {
      if (performance.now() > until) throw new Error(waitedInVain(path, 5_000));
      Atomics.wait(still, 0, 0, 1 + Math.random() * 4);
      continue;
    }
    try {
      return action();
    } finally {
      lock.release();
    }
  }
}

/** True while a living process has the lock. */
export function isHeld(path: string): boolean {
  return readOwner(path) !== null && !isStale(path);
}

function acquire(path: string, token: string): boolean {
  const start = readProcess(process.pid)?.start ?? "";
  const owner: Owner = { pid: process.pid, start, host: hostname(), token };
  return createExclusively(path, JSON.stringify(owner));
}

function createExclusively(path: string, content: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, "wx", 0o600);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (errorCode(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return createExclusively(path, content);
  }
  try {
    writeSync(fd, content);
    return true;
  } catch (error) {
    removeFile(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function isStale(path: string): boolean {
  const owner = readOwner(path);
  if (!owner) return ageOf(path) > unownedMs;
  // Nothing is known about the processes of another machine or container: its locks are waited for.
  if (owner.host !== hostname()) return false;
  const row = readProcess(owner.pid);
  if (row) return row.dead || row.start !== owner.start;
  return !isAlive(owner.pid);
}

/** Two processes may find the same stale lock: the guard keeps the slower one from removing the lock that the faster one made anew. */
function removeStale(path: string): void {
  const guard = `${path}.takeover`;
  if (ageOf(guard) > unownedMs) removeFile(guard);
  if (!createExclusively(guard, "")) return;
  try {
    if (isStale(path)) removeFile(path);
  } finally {
    removeFile(guard);
  }
}

function readOwner(path: string): Owner | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!isObject(value)) return null;
    const { pid, start, host, token } = value;
    if (typeof pid !== "number" || typeof start !== "string") return null;
    return typeof host === "string" && typeof token === "string" ? { pid, start, host, token } : null;
  } catch {
    return null;
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function waitedInVain(path: string, waitMs: number): string {
  const owner = readOwner(path);
  const who = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return `${who} has held the lock ${path} for more than ${waitMs / 1000} s; if it hangs, end it, or remove the file`;
}
