import type { ReadCommand } from "../../shell/reading/reading.ts";

/** A wrapper stands before what it runs, and not far. */
const farthest = 200;

/** The last command before a place that starts this program. */
export function lastBefore(
  commands: readonly ReadCommand[],
  at: number,
  program: string,
): ReadCommand | undefined {
  for (let index = at - 1; index >= Math.max(0, at - farthest); index--) {
    if (commands[index]?.program === program) return commands[index];
  }
  return undefined;
}
