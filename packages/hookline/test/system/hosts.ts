import { describe } from "vitest";
import type { ProcessHost } from "../../src/contract/process.ts";
import { chooseSpawn, hostFor, type SpawnKind, spawnKinds } from "../../src/system/process/choose-host.ts";

/** Declares the same tests for every way to run commands; a way that this build does not have is skipped by its name. */
export function onEachHost(tests: (create: () => ProcessHost, kind: SpawnKind) => void): void {
  for (const kind of spawnKinds) {
    const choice = chooseSpawn({ HOOKLINE_SPAWN: kind });
    const there = choice.kind === kind;
    describe.skipIf(!there)(there ? kind : `${kind} (${choice.why})`, () =>
      tests(() => hostFor(choice), kind),
    );
  }
}
