import { closeSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./error-code.ts";
import { uuidv7 } from "./identifiers.ts";
import { ageOf, isStale, ownOwner, readOwner, unownedMs } from "./lock-owner.ts";
import { makeFolders } from "./make-folders.ts";
import { removeFile } from "./remove-file.ts";

/** How often a lock is refreshed, so that other machines and containers see that its owner lives. */
const refreshMs = 20_000;

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
  const lock = keep(path, token);
  try {
    return await action();
  } finally {
    lock.release();
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
  return keep(path, token);
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

interface Kept {
  readonly token: string;
  refreshed: number;
  lost: boolean;
}

/** The locks of this process. */
const kept = new Map<string, Kept>();

/** True while a lock that this process took is still its own; refreshes it when that is due, also where the event loop stands still. */
export function stillHeld(path: string): boolean {
  const lock = kept.get(path);
  if (!lock) return false;
  if (performance.now() - lock.refreshed >= refreshMs) refresh(path, lock);
  return !lock.lost;
}

function keep(path: string, token: string): HeldLock {
  const lock: Kept = { token, refreshed: performance.now(), lost: false };
  kept.set(path, lock);
  const timer = setInterval(() => refresh(path, lock), refreshMs).unref();
  return {
    release() {
      clearInterval(timer);
      if (kept.get(path) === lock) kept.delete(path);
      if (readOwner(path)?.token === token) removeFile(path);
    },
  };
}

/** A process that stood still for long may find that its lock is another's now. */
function refresh(path: string, lock: Kept): void {
  lock.refreshed = performance.now();
  lock.lost ||= readOwner(path)?.token !== lock.token;
  if (lock.lost) return;
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The next refresh tries again.
  }
}

function acquire(path: string, token: string): boolean {
  return createExclusively(path, JSON.stringify(ownOwner(token)));
}

function createExclusively(path: string, content: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, "wx", 0o600);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (errorCode(error) !== "ENOENT") throw error;
    makeFolders(dirname(path), 0o700);
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

function waitedInVain(path: string, waitMs: number): string {
  const owner = readOwner(path);
  const who = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return `${who} has held the lock ${path} for more than ${waitMs / 1000} s; if it hangs, end it, or remove the file`;
}
