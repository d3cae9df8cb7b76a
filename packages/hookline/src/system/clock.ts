import { readFileSync } from "node:fs";

let boot: string | undefined;

/** Eight digits that are others after each start of the machine; empty where the system does not tell. */
export function bootId(): string {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
  } catch {
    return "";
  }
}

/** Milliseconds of a clock that nobody can set, with three decimals. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return Math.round(seconds * 1e6 + nanoseconds / 1e3) / 1e3;
}

let second = Number.NaN;
let upToSecond = "";

/** A time in ISO 8601, UTC with milliseconds; what is the same for a second is written once. */
export function isoTime(now = Date.now()): string {
  const thisSecond = Math.floor(now / 1000) * 1000;
  if (thisSecond !== second) {
    second = thisSecond;
    upToSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSecond}${String(now - thisSecond).padStart(3, "0")}Z`;
}
