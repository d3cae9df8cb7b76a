import type { Configuration } from "../config/load.ts";
import type { Runner, Services } from "../contract/runner.ts";
import { type Catalog, createCatalog } from "../events/catalog.ts";
import { type KeptLook, keptLooks, noteLooks, stillHold, watchLooks } from "../system/looks.ts";
import { createWorkerHost } from "../system/process/worker/worker-host.ts";
import { knownRunners } from "./known-runners.ts";
import type { EngineOptions } from "./options.ts";

type Environment = { readonly [name: string]: string | undefined };

/** What of an engine is the same for the next one in its place; one at a time uses it. */
export interface EngineParts {
  readonly catalog: Catalog;
  readonly runners: ReadonlyMap<string, Runner>;
  readonly workers: Services["workers"];
  /** Told when a matcher took too long; what was compiled for one engine tells the one that uses it now. */
  readonly onLimit: (text: string) => void;
  readonly limits: { tell: (text: string) => void };
  /** The configuration: that of before if all that it depends on is what it was, else read anew. */
  load(env: Environment, read: (env: Environment) => Promise<Configuration>): Promise<Configuration>;
  /** The engine that they were lent to is closed; `cut` if an event of it was, which may not have let go of them yet. */
  giveBack(cut: boolean): void;
}

/** The parts of an engine that lends nothing. */
export function newParts(
  { events = [], tools = [], runners = [] }: EngineOptions,
  workers: Services["workers"] = createWorkerHost(),
): EngineParts {
  const limits: EngineParts["limits"] = { tell: () => {} };
  return {
    catalog: createCatalog({ events, tools }),
    runners: knownRunners(runners),
    workers,
    limits,
    onLimit: (text) => limits.tell(text),
    load: (env, read) => read(env),
    giveBack: () => {},
  };
}

/** A configuration, and everything that it depends on but the environment, which whoever keeps it compares as a whole. */
export interface Found {
  readonly configuration: Configuration;
  readonly looks: readonly KeptLook[];
  /** The variables that were asked for; null if all of them were. */
  readonly variables: readonly string[] | null;
  readonly at: number;
  /** Some rules end with a day. */
  readonly until: number;
}

/** Reads a configuration and notes what it depends on; `found` is null if it must not be used again. */
export async function findOut(
  env: Environment,
  read: (env: Environment) => Promise<Configuration>,
): Promise<{ readonly configuration: Configuration; readonly found: Found | null }> {
  const at = Date.now();
  const asked = new Set<string>();
  let noting = true;
  let listed = false;
  const noted = new Proxy(env, {
    get(target, name) {
      if (noting && typeof name === "string") asked.add(name);
      return Reflect.get(target, name);
    },
    ownKeys(target) {
      listed ||= noting;
      return Reflect.ownKeys(target);
    },
  });
  const { looks: seen, end } = watchLooks();
  try {
    const configuration = await read(noted);
    const looks = keptLooks(seen, at);
    // A file that cannot be read now may be readable the next time, and nothing that can be looked at has changed.
    const isWhole = configuration.files.every(({ state }) => state === "absent" || state === "good");
    if (!looks || !isWhole) return { configuration, found: null };
    const variables = listed ? null : [...asked];
    return { configuration, found: { configuration, looks, variables, at, until: endOfDay(at) } };
  } finally {
    noting = false;
    end();
  }
}

/** True if a configuration can be used once more. */
export function holds({ looks, at, until }: Found): boolean {
  const now = Date.now();
  return now >= at && now < until && stillHold(looks);
}

/** Tells whoever notes what an engine looks at what was looked at before. */
export function noteAgain({ looks, variables }: Found, env: Environment): void {
  noteLooks(looks);
  for (const name of variables ?? Object.keys(env)) void env[name];
}

function endOfDay(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}
