import { isObject, type JsonObject } from "../contract/json.ts";
import type { HookCase } from "./case.ts";
import type { CaseRun } from "./run-case.ts";
import { readSnapshots, writeSnapshots } from "./snapshots.ts";

/** How many snapshots were stored for the first time, anew, or taken away. */
export interface SnapshotCounts {
  readonly written: number;
  readonly updated: number;
  readonly removed: number;
}

/** The snapshots of one run of tests. */
export interface StoredSnapshots {
  storedFor(one: HookCase): JsonObject | null;
  /** The run as it counts: where a snapshot must be stored already and is not, it has failed. */
  judge(run: CaseRun): CaseRun;
  /** Stores what is to be stored; with `whole` also takes away what no case asks for any more. */
  write(runs: readonly CaseRun[], whole: boolean): SnapshotCounts;
}

/** Opens the files beside the cases that hold what was stored of them. */
export function openSnapshots({
  update = false,
  ci = false,
}: {
  update?: boolean | undefined;
  ci?: boolean | undefined;
}): StoredSnapshots {
  const files = new Map<string, ReturnType<typeof readSnapshots>>();
  const open = (path: string) => {
    const file = files.get(path) ?? readSnapshots(path);
    files.set(path, file);
    return file;
  };
  const storedFor = ({ path, name }: HookCase) => {
    const { stored } = open(path);
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return isObject(value) ? value : null;
  };
  return {
    storedFor,
    judge(run) {
      const { snapshot, status, case: one } = run;
      if (snapshot === null || status === "error" || update) return run;
      const { problem } = open(one.path);
      if (problem !== null) return { ...run, status: "error", problem };
      if (storedFor(one) !== null || !ci) return run;
      const missing = {
        what: "snapshot",
        expected: "one that is stored",
        came: 'none: run "hookline test --update"',
      };
      return { ...run, status: "failed", differences: [...run.differences, missing] };
    },
    write(runs, whole) {
      let [written, updated, removed] = [0, 0, 0];
      for (const path of new Set(runs.map((run) => run.case.path))) {
        const own = runs.filter((run) => run.case.path === path);
        const { stored, problem } = open(path);
        if (problem !== null && !update) continue;
        const next: { [name: string]: JsonObject[string] } = { ...stored };
        for (const { snapshot, status, case: one } of own) {
          if (snapshot === null || status !== "passed" || (ci && !update)) continue;
          const before = storedFor(one);
          if (before !== null && (!update || JSON.stringify(before) === JSON.stringify(snapshot))) continue;
          next[one.name] = snapshot;
          if (before === null) written += 1;
          else updated += 1;
        }
        const wanted = new Set(own.filter((run) => run.case.expect.snapshot).map((run) => run.case.name));
        for (const name of update && whole ? Object.keys(next) : []) {
          if (wanted.has(name)) continue;
          delete next[name];
          removed += 1;
        }
        if (JSON.stringify(next) !== JSON.stringify(stored)) writeSnapshots(path, next);
      }
      return { written, updated, removed };
    },
  };
}
