import { fstatSync, readSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** All bytes of stdin, read at once and without a stream: a program that starts on every tool call has no time for one. Empty if it is closed. */
export function readInputNow(): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    try {
      const read = readSync(0, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
    } catch (error) {
      const code = errorCode(error);
      if (code === "EOF" || code === "EBADF") return Buffer.concat(chunks);
      if (code !== "EAGAIN") throw error;
      // Whoever writes has not written yet, and has set the pipe so that nobody waits in it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** True if somebody types at stdin; no stream is made of it to find out, unless it looks like a terminal. */
export function inputIsTyped(): boolean {
  try {
    return fstatSync(0).isCharacterDevice() && process.stdin.isTTY === true;
  } catch {
    return false;
  }
}
