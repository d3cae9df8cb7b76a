import { spawnSync } from "node:child_process";

/** A program that takes longer to start is not measured. */
const longestMs = 5_000;

/** How long a program takes from its start to its end, in milliseconds: the middle of so many tries, after one that warms the disk; null if it does not work. */
export function startTime(argv: readonly [string, ...string[]], tries = 5): number | null {
  const [program, ...args] = argv;
  const times: number[] = [];
  for (let done = 0; done <= tries; done++) {
    const began = performance.now();
    // Not in the project: an interpreter may load what lies where it starts.
    const { status } = spawnSync(program, args, { cwd: "/", stdio: "ignore", timeout: longestMs });
    if (status !== 0) return null;
    if (done > 0) times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? null;
}
