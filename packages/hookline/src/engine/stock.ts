import type { ProcessHost } from "../contract/process.ts";
import type { WorkerHost } from "../contract/worker.ts";
import { workerOwner } from "../runners/worker-run.ts";
import { sha256 } from "../system/digest.ts";
import { chooseSpawn, hostFor } from "../system/process/choose-host.ts";
import { lendHost } from "../system/process/lent-host.ts";
import { lendWorkers } from "../system/process/worker/lent-workers.ts";
import { createWorkerHost } from "../system/process/worker/worker-host.ts";
import { type EngineParts, type Found, findOut, holds, newParts, noteAgain } from "./engine-parts.ts";
import type { EngineOptions } from "./options.ts";

type Environment = { readonly [name: string]: string | undefined };

/**
 * What engines that come and go in one process lend each other, one engine for each call of many: who starts commands, workers,
 * and configurations of which nothing has changed. What belongs to one engine (session, notices, trace, once, pauses, trust) is no
 * part of it.
 */
export interface EngineStock {
  /** For an engine whose environment is exactly this one. */
  lend(env: Environment): LentStock;
  /** Ends everything that was kept; engines that still use it are cut off. */
  close(): Promise<void>;
}

/** What of a stock one engine may use. */
export interface LentStock {
  /** Runs commands; closed, it stops those of its own engine alone. */
  host(): ProcessHost;
  /** What an engine with these options in this folder need not make; null if it must make its own. */
  take(options: EngineOptions, cwd: string): EngineParts | null;
}

/** How many places are kept, how many configurations of each, and how long one is kept that nobody asks for. */
const most = { places: 8, free: 4, restMs: 60_000 };

/** One folder with one environment and one choice of hook files. */
interface Place {
  readonly workers: WorkerHost;
  /** Configurations that nobody uses now. */
  readonly free: Kept[];
  users: number;
  usedAt: number;
}

type Kept = Pick<EngineParts, "catalog" | "runners" | "onLimit" | "limits"> & { found: Found | null };

/** Makes a stock for engines whose environment may be any, while commands are started as this one says. */
export function createStock(env: Environment, restMs: number = most.restMs): EngineStock {
  const host = hostFor(chooseSpawn(env));
  const places = new Map<string, Place>();
  const ending = new Set<Promise<void>>();
  let closed: Promise<void> | null = null;

  function end(key: string, { workers }: Place): void {
    places.delete(key);
    const ended = workers.close();
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  }

  /** Ends what nobody has asked for of late, and of the rest what is too much. */
  function tidy(): void {
    const resting = [...places].filter(([, { users }]) => users === 0);
    const oldest = resting.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    const now = performance.now();
    for (const [key, place] of oldest)
      if (places.size > most.places || now - place.usedAt >= restMs) end(key, place);
  }
  const tidying = setInterval(tidy, Math.max(10, restMs / 4));
  tidying.unref();

  function placeFor(key: string): Place {
    const known = places.get(key);
    if (known) return known;
    const place = { workers: createWorkerHost(), free: [], users: 0, usedAt: 0 };
    places.set(key, place);
    return place;
  }

  function lend(place: Place, kept: Kept): EngineParts {
    let isBack = false;
    return {
      ...kept,
      workers: lendWorkers(place.workers),
      async load(given, read) {
        const { found } = kept;
        if (found) {
          noteAgain(found, given);
          return found.configuration;
        }
        const now = await findOut(given, read);
        kept.found = now.found;
        // Hooks that are gone, or are others now, have no workers any more.
        place.workers.retain(new Set(now.configuration.hooks.map(workerOwner)));
        return now.configuration;
      },
      giveBack(cut) {
        if (isBack) return;
        isBack = true;
        place.users--;
        place.usedAt = performance.now();
        kept.limits.tell = () => {};
        if (!cut && kept.found && place.free.length < most.free) place.free.push(kept);
        tidy();
      },
    };
  }

  function take(options: EngineOptions, cwd: string, given: Environment): EngineParts | null {
    const key = closed ? null : keyOf(options, cwd, given);
    if (key === null) return null;
    const place = placeFor(key);
    place.users++;
    for (let kept = place.free.pop(); kept; kept = place.free.pop())
      if (kept.found && holds(kept.found)) return lend(place, kept);
    const { catalog, runners, onLimit, limits } = newParts(options, place.workers);
    return lend(place, { catalog, runners, onLimit, limits, found: null });
  }

  return {
    lend: (given) => ({ host: () => lendHost(host), take: (options, cwd) => take(options, cwd, given) }),
    close() {
      closed ??= (async () => {
        clearInterval(tidying);
        for (const [key, place] of places) end(key, place);
        await Promise.all(ending);
        await host.close();
      })();
      return closed;
    },
  };
}

/** Options that say nothing about which hook files there are, and what is in them. */
const apart = new Set<string>(["cwd", "env", "host", "stock", "trace", "ship", "sessionId"]);
/** Options that are texts, or lists of texts. */
const plain = ["dialects", "leave", "trust"] as const;

/** What tells one place from another; null for options that cannot be compared. */
function keyOf(options: EngineOptions, cwd: string, env: Environment): string | null {
  const chosen = plain.map((name) => options[name] ?? null);
  if (!chosen.flat().every((one) => one === null || typeof one === "string")) return null;
  const isKnown = (name: string) => apart.has(name) || plain.some((one) => one === name);
  // Not even looked at: who gives variables to an engine may want to know who asks for them.
  if (!Object.keys(options).every(isKnown)) return null;
  const variables = Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1));
  return sha256(JSON.stringify([cwd, chosen, variables]));
}
