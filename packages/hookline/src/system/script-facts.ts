import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";

/** What stands at a path that is to be run. */
export interface ScriptFacts {
  readonly kind: "file" | "folder" | "other" | "missing";
  readonly executable: boolean;
  readonly readable: boolean;
  /** Its first bytes; empty if it cannot be read. */
  readonly start: Buffer;
}

/** So much is looked at: CRLF shows in the first lines, and no system reads a longer first line. */
const looked = 4096;

/** Looks at a file that is to be run; links are followed, no pipe is waited for, and it never throws. */
export function scriptFacts(path: string): ScriptFacts {
  const none = { executable: false, readable: false, start: Buffer.alloc(0) };
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return { kind: "missing", ...none };
    if (!stats.isFile()) return { kind: stats.isDirectory() ? "folder" : "other", ...none };
    return { kind: "file", executable: may(path, constants.X_OK), ...startOf(path) };
  } catch {
    return { kind: "missing", ...none };
  }
}

function startOf(path: string): Pick<ScriptFacts, "readable" | "start"> {
  if (!may(path, constants.R_OK)) return { readable: false, start: Buffer.alloc(0) };
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(looked);
    return { readable: true, start: bytes.subarray(0, readSync(fd, bytes, 0, looked, 0)) };
  } finally {
    closeSync(fd);
  }
}

function may(path: string, right: number): boolean {
  try {
    accessSync(path, right);
    return true;
  } catch {
    return false;
  }
}

/** The interpreter that a script names in its first line, and what stands behind it; null if it names none. */
export function shebangOf(start: Buffer): { readonly program: string; readonly rest: string } | null {
  const [line = ""] = start.toString("utf8").split("\n", 1);
  const found = /^#!\s*(\S+)[ \t]*(.*)$/.exec(line.replace(/\r$/, ""));
  return found ? { program: found[1] ?? "", rest: (found[2] ?? "").trim() } : null;
}
