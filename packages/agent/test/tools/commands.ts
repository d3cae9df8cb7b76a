import { setTimeout as wait } from "node:timers/promises";

/** The call of a command. */
export function run(command: string, rest: object = {}): ["command_execute", object] {
  return ["command_execute", { command, ...rest }];
}

/** Waits until something is so; fails if it never is. */
export async function becomesTrue(condition: () => boolean): Promise<void> {
  for (const until = Date.now() + 10_000; !condition(); await wait(10))
    if (Date.now() > until) throw new Error("it never became true");
}
