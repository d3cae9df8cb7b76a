import { constants, fstatSync, readSync, statSync, writevSync } from "node:fs";
import { createRequire } from "node:module";
import { errorCode } from "./error-code.ts";

const require = createRequire(import.meta.url);

/** True if a standard stream is a terminal: somebody types or looks there. */
export function isTerminal(stream: 0 | 1 | 2): boolean {
  try {
    // To ask takes longer than all the rest, so it is asked only of what may be one.
    const { mode, rdev } = fstatSync(stream);
    if ((mode & constants.S_IFMT) !== constants.S_IFCHR) return false;
    if (rdev === statSync("/dev/null").rdev) return false;
  } catch {
    return false;
  }
  const { isatty }: typeof import("node:tty") = require("node:tty");
  return isatty(stream);
}

/** True if somebody types at stdin. */
export function stdinIsTerminal(): boolean {
  return isTerminal(0);
}

/** All of stdin; empty if it is closed or nothing is there. */
export function readStandardInput(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(65_536);
  for (;;) {
    try {
      const count = readSync(0, chunk);
      if (count === 0) break;
      chunks.push(Buffer.from(chunk.subarray(0, count)));
    } catch (error) {
      if (errorCode(error) === "EOF") break;
      // Whoever writes there is not done, and does not let us wait in the read itself.
      if (errorCode(error) === "EAGAIN") pause();
      else if (chunks.length === 0) return "";
      else throw error;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Writes a text whole; a reader that has gone away (`| head`) is no error, and then it gives false; a full disk is one. */
export function writeWhole(stream: 1 | 2, text: string): boolean {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      // As lines are added to files: two ways of writing take twice as long to load.
      const written = writevSync(stream, [rest]);
      if (written === rest.length) return true;
      rest = rest.subarray(written);
    } catch (error) {
      const code = errorCode(error);
      if (code === "EPIPE" || (stream === 2 && code !== "EAGAIN")) return false;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
  return true;
}

/** Waits a moment without anything else going on. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

/** From now on, what code of others prints in this process (`console.log`) goes to stderr: stdout is for our answer. */
export function keepStdout(): void {
  // Node makes these streams when they are first asked for, which takes longer than most events: so nobody is asked here.
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
}
