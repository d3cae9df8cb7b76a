import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** What a lock file says about its owner. */
interface Owner {
  readonly pid: number;
  /** When that process began, in the system's own count: tells it from a later one with the same pid; null if unknown. */
  readonly began: string | null;
}

/** The locks of this process: a lock file with our pid that is not here is from an earlier process with the same pid. */
const ours = new Set<string>();

/**
 * Takes a lock file, over from a dead process if need be, and gives the function that gives it back.
 * Throws one sentence if a living process has it.
 */
export function takeLock(path: string, what: string): () => void {
  for (let tries = 0; tries < 20; tries++) {
    if (create(path)) {
      ours.add(path);
      return () => {
        if (ours.delete(path)) rmSync(path, { force: true });
      };
    }
    const text = read(path);
    if (text === null) continue;
    const owner = ownerOf(text);
    if (owner !== null && holds(owner, path))
      throw new Error(
        `${what} is in use by ${owner.pid === process.pid ? "this process" : `process ${owner.pid}`}: ` +
          `end that one first, or start a new session (lock: ${path})`,
      );
    discard(path, text);
  }
  throw new Error(`${what} cannot be locked: ${path} changes all the time`);
}

function create(path: string): boolean {
  const owner: Owner = { pid: process.pid, began: beginOf(process.pid) };
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600, flag: "wx" });
  try {
    // A link appears with its content: nobody ever reads a lock that is half written.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock; if another process was faster and it is a new one by now, puts it back. */
function discard(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== stale) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function ownerOf(text: string): Owner | null {
  try {
    const { pid, began } = JSON.parse(text);
    return Number.isInteger(pid) && pid > 0 ? { pid, began: typeof began === "string" ? began : null } : null;
  } catch {
    return null;
  }
}

function holds({ pid, began }: Owner, path: string): boolean {
  if (pid === process.pid) return ours.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== "EPERM") return false;
  }
  const now = beginOf(pid);
  return began === null || now === null || began === now;
}

/** The 22nd word of `/proc/PID/stat`, where there is such a file; the second word may hold blanks, in brackets. */
function beginOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
