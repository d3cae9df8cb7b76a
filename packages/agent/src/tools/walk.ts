import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { FileError } from "./file-error.ts";
import { ancestorRules, isIgnored, type Rules, rulesIn } from "./ignore-rules.ts";

/** One file that a walk comes by. */
export interface Walked {
  /** Relative to where the walk began, with `/`. */
  readonly path: string;
  /** False for a link, a pipe, a device. */
  readonly regular: boolean;
}

/** How long and how far a walk may go. */
export interface WalkLimits {
  /** Of `performance.now()`. */
  readonly until: number;
  readonly stop: AbortSignal;
  /** Called when the time is over before the walk is, once or more. */
  cut(): unknown;
}

const neverEntered: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Comes by the files of a folder and of all below, by name; not by what Git ignores, and never through a link to a folder. */
export async function* walk(root: string, limits: WalkLimits): AsyncGenerator<Walked> {
  yield* below(root, root, ancestorRules(root), limits);
}

async function* below(
  root: string,
  folder: string,
  outer: readonly Rules[],
  limits: WalkLimits,
): AsyncGenerator<Walked> {
  const own = rulesIn(folder);
  const rules = own ? [...outer, own] : outer;
  for (const entry of await entriesOf(folder)) {
    endIfAborted(limits.stop);
    if (performance.now() > limits.until) {
      limits.cut();
      return;
    }
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    if (isFolder && neverEntered.has(entry.name)) continue;
    if (isIgnored(rules, path, isFolder)) continue;
    if (isFolder) yield* below(root, path, rules, limits);
    else yield { path: relative(root, path), regular: entry.isFile() };
  }
}

/** Ends a search that nobody waits for any more. */
export function endIfAborted(stop: AbortSignal): void {
  if (stop.aborted) throw new FileError("The search was interrupted.");
}

/** A folder that cannot be read holds nothing for us. */
async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
