import { randomUUID } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Json, JsonObject } from "hookline";

/** How long another agent may take to write, and after which its lock is taken for one that was left behind. */
const patienceMs = 5_000;

/** The object that a file of ours holds; empty if there is none, null if it is not one. */
export function keptObject(path: string): JsonObject | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return codeOf(error) === "ENOENT" ? {} : null;
  }
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Changes a file of ours as a whole or not at all; it and its folder are for its owner alone. Two agents may do so at once. */
export async function changeKept(path: string, change: (before: JsonObject) => JsonObject): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await locked(`${path}.lock`, () => {
    const before = keptObject(path);
    if (before === null) throw new Error(`${path} cannot be read; mend it, or move it away`);
    const draft = `${path}.${randomUUID()}.tmp`;
    try {
      writeFileSync(draft, `${JSON.stringify(change(before), null, 2)}\n`, {
        mode: 0o600,
        flag: "wx",
        flush: true,
      });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

async function locked(lock: string, act: () => void): Promise<void> {
  const until = performance.now() + 2 * patienceMs;
  while (!taken(lock)) {
    if (performance.now() > until)
      throw new Error(`${lock} is held by another agent; remove it if none is running`);
    await wait(10);
  }
  try {
    act();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > patienceMs) rmSync(lock, { force: true });
    return false;
  }
}

/** A value if it is an object, else null. */
export function objectOf(value: Json | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
