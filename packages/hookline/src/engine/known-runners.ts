import { HooklineError } from "../contract/errors.ts";
import type { Runner } from "../contract/runner.ts";
import { allRunners } from "../runners/all.ts";

/** Every hook type by its name: ours and the host's; throws if two have one name. */
export function knownRunners(more: readonly Runner[]): ReadonlyMap<string, Runner> {
  const runners = new Map<string, Runner>();
  for (const runner of [...allRunners, ...more]) {
    if (runners.has(runner.type))
      throw new HooklineError("already-defined", `the hook type "${runner.type}" exists already`);
    runners.set(runner.type, runner);
  }
  return runners;
}
