import { fstatSync, readFileSync, writeSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** True if somebody types at stdin. */
export function stdinIsTerminal(): boolean {
  return process.stdin.isTTY === true;
}

/** All of stdin; empty if it is closed or nothing is there. */
export async function readStandardInput(): Promise<string> {
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return readFileSync(0, "utf8");
  } catch {
    return "";
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Writes a text whole; a reader that has gone away (`| head`) is no error, and then it gives false; a full disk is one. */
export function writeWhole(stream: 1 | 2, text: string): boolean {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(stream, rest));
    } catch (error) {
      const code = errorCode(error);
      if (code === "EPIPE" || (stream === 2 && code !== "EAGAIN")) return false;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
