import { readlinkSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/** True if there is a process of this number, be it somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

let space: string | undefined;

/** Within which the numbers of processes are what they are: one of another container says nothing here. Empty where there is no such thing. */
export function processSpace(): string {
  try {
    space ??= readlinkSync("/proc/self/ns/pid");
  } catch {
    space = "";
  }
  return space;
}
