import { statSync } from "node:fs";
import type { Command, Prestart } from "../../contract/process.ts";
import { type Early, startEarly } from "./early.ts";
import { completeEnvironment } from "./launch.ts";
import type { PipePool } from "./pipe-pool.ts";
import type { StartQueue } from "./start-queue.ts";
import { createWatchdog } from "./watchdog.ts";
import { followFiles, type WorkerFiles } from "./worker/files.ts";

/** The processes that wait for events: at most one for each hook that wants it. */
export interface Spares {
  /** The process that waits for this command, if it is what would be started now. */
  take(command: Command): Early | null;
  /** Starts the next one, when there is nothing else to do. */
  prepare(command: Command): void;
  retain(owners: ReadonlySet<string>): void;
  close(): Promise<void>;
}

interface Spare {
  readonly early: Early;
  readonly made: Made;
  readonly files: WorkerFiles;
}

/** What a process is made of, beside its files. */
type Made = readonly (readonly [name: string, value: string])[];

interface Known {
  spare: Spare | null;
  starting: boolean;
  /** How many in a row waited for nothing, and why; with the files that this was so with. */
  misses: number;
  why: string;
  files: WorkerFiles | null;
  told: boolean;
}

/** So many in a row that waited for nothing are enough. */
const mostMisses = 2;

/** Makes a store of processes that wait; without `enabled` nothing ever does. */
export function createSpares(pool: PipePool, queue: StartQueue, enabled: boolean): Spares {
  const byOwner = new Map<string, Known>();
  const ending = new Set<Promise<void>>();
  const watchdog = createWatchdog();
  let isClosed = !enabled;

  function knownOf(owner: string): Known {
    const known = byOwner.get(owner);
    if (known) return known;
    const fresh = { spare: null, starting: false, misses: 0, why: "", files: null, told: false };
    byOwner.set(owner, fresh);
    return fresh;
  }

  function end({ early }: Spare): void {
    const ended = early.end();
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  }

  function tell(known: Known, { tell }: Prestart, text: string): void {
    if (!known.told) tell(text);
    known.told = true;
  }

  function start(known: Known, wish: Prestart, command: Command): void {
    known.starting = false;
    if (isClosed || known.spare || byOwner.get(wish.owner) !== known) return;
    // Looked at before it is asked whether they are approved: whatever changes from now on is seen.
    const files = followFiles(wish.files);
    if (wish.distrust() !== null) return;
    const early = tryToStart(command);
    if (early === "no pipes") {
      known.misses = mostMisses;
      known.why = "it needs named pipes, which this machine does not have";
    }
    if (early === "no pipes" || early === null) return;
    known.files = files;
    known.spare = { early, made: madeOf(command), files };
  }

  function tryToStart(command: Command): ReturnType<typeof startEarly> {
    try {
      return startEarly(command, pool, watchdog);
    } catch {
      // The machine is short of something: whoever needs it then is told.
      return null;
    }
  }

  return {
    take(command) {
      const { prestart: wish } = command;
      if (!wish || !enabled) return null;
      const known = knownOf(wish.owner);
      if (wish.unfit !== null) {
        tell(known, wish, wish.unfit);
        return null;
      }
      const { spare } = known;
      known.spare = null;
      if (known.files?.haveChanged(Number.POSITIVE_INFINITY)) {
        known.files = null;
        known.misses = 0;
        known.told = false;
        if (spare) end(spare);
        return null;
      }
      if (spare) {
        const why = difference(spare.made, madeOf(command)) ?? spare.early.strayed();
        if (why === null) {
          known.misses = 0;
          return spare.early;
        }
        end(spare);
        known.misses++;
        known.why = `a process that waited ${why}`;
      }
      if (known.misses >= mostMisses) tell(known, wish, `"prestart" has no effect: ${known.why}`);
      return null;
    },
    prepare(command) {
      const { prestart: wish } = command;
      if (!wish || wish.unfit !== null || isClosed) return;
      const known = knownOf(wish.owner);
      if (known.spare || known.starting || known.misses >= mostMisses) return;
      known.starting = true;
      // Whoever waits for the answer goes first.
      setImmediate(() => queue.add(() => start(known, wish, command), true));
    },
    retain(owners) {
      for (const [owner, { spare }] of byOwner) {
        if (owners.has(owner)) continue;
        byOwner.delete(owner);
        if (spare) end(spare);
      }
    },
    async close() {
      isClosed = true;
      for (const { spare } of byOwner.values()) if (spare) end(spare);
      byOwner.clear();
      await Promise.all(ending);
      watchdog.close();
    },
  };
}

function madeOf({ argv, cwd, env }: Command): Made {
  const all = completeEnvironment({ ...env }, "");
  const variables = Object.keys(all)
    .sort()
    .map((name) => [name, all[name] ?? ""] as const);
  return [["its arguments", JSON.stringify(argv)], ["its folder", `${cwd}\n${inodeOf(cwd)}`], ...variables];
}

/** A folder may have been made anew under its name. */
function inodeOf(path: string): string {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return "none";
  }
}

/** What makes two processes different, as the end of a sentence; null if nothing does. */
function difference(one: Made, other: Made): string | null {
  const values = new Map(other);
  for (const [name, value] of one) {
    if (values.get(name) !== value) return `had another value of ${name} than the event`;
    values.delete(name);
  }
  const [more] = values.keys();
  return more === undefined ? null : `did not have ${more}, which the event has`;
}
