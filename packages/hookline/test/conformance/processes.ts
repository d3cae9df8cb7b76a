import { execFile } from "node:child_process";

/** Which of these processes are alive: one that has ended and that nobody has asked about yet is not. */
export async function areAlive(numbers: {
  readonly [name: string]: number;
}): Promise<{ readonly [name: string]: boolean }> {
  const entries = Object.entries(numbers);
  if (entries.length === 0) return {};
  const lines = await ps(["-o", "pid=,stat=", "-p", Object.values(numbers).join(",")]);
  const alive = lines.map((line) => line.trim().split(/\s+/)).filter(([, state]) => !state?.startsWith("Z"));
  return Object.fromEntries(entries.map(([name, pid]) => [name, alive.some(([one]) => Number(one) === pid)]));
}

/** Ends these processes. */
export function endProcesses(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** The commands of all processes that have this folder in their command line. */
export async function processesOf(folder: string): Promise<readonly string[]> {
  return (await ps(["-eo", "args="])).filter((line) => line.includes(folder));
}

function ps(options: readonly string[]): Promise<readonly string[]> {
  return new Promise((settle) => {
    execFile("ps", options, { maxBuffer: 16_777_216 }, (_error, stdout) => settle(stdout.split("\n")));
  });
}
