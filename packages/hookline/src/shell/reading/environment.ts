import type { Function as FunctionNode } from "unbash";
import { computed } from "./marks.ts";

/** What a shell remembers under a name; texts may hold gaps. */
export type Entry =
  | { readonly kind: "variable"; readonly values: readonly string[]; readonly exported: boolean }
  | { readonly kind: "unset" }
  | { readonly kind: "function"; readonly nodes: readonly FunctionNode[]; readonly sure: boolean }
  | { readonly kind: "alias"; readonly texts: readonly string[] }
  /** `$0`, `$1`, …; null if they cannot be known. */
  | { readonly kind: "words"; readonly words: readonly string[] | null }
  /** Where a command may run; the last `cd` may have failed, unless one knows better. */
  | {
      readonly kind: "folders";
      readonly folders: readonly (string | null)[];
      readonly ifDone: readonly (string | null)[];
    };

/** All that a shell remembers, and how to go back to what it was. */
export interface Environment {
  readonly entries: Map<string, Entry>;
  readonly log: { readonly key: string; readonly old: Entry | undefined }[];
  /** Variables that are read-only: whether an assignment to them works is not told. */
  readonly fixed: Set<string>;
}

/** Nothing remembered. */
export const emptyEnvironment = (): Environment => ({
  entries: new Map(),
  log: [],
  fixed: new Set(),
});

/** Remembers something under a key such as `v:HOME` or `f:main`. */
export function remember(environment: Environment, key: string, entry: Entry | undefined): void {
  environment.log.push({ key, old: environment.entries.get(key) });
  put(environment, key, isUnsure(environment, key) ? blurred(undefined) : entry);
}

/** After `declare -n`, any assignment may be one to another variable. */
const isUnsure = ({ fixed }: Environment, key: string): boolean =>
  fixed.size > 0 && (fixed.has(key) || (fixed.has("v:*") && key.startsWith("v:")));

function put({ entries }: Environment, key: string, entry: Entry | undefined): void {
  if (entry) entries.set(key, entry);
  else entries.delete(key);
}

type Changes = Map<string, Entry | undefined>;

/** What is remembered differently since a moment, which is then gone back to. */
function takeBack(environment: Environment, since: number): Changes {
  const changes: Changes = new Map();
  for (let at = since; at < environment.log.length; at++) {
    const key = environment.log[at]?.key ?? "";
    changes.set(key, environment.entries.get(key));
  }
  while (environment.log.length > since) {
    const last = environment.log.pop();
    if (last) put(environment, last.key, last.old);
  }
  return changes;
}

/** Does something that leaves no trace: a subshell. */
export function isolated<Result>(environment: Environment, act: () => Result): Result {
  const since = environment.log.length;
  const result = act();
  if (environment.log.length > since) takeBack(environment, since);
  return result;
}

/** Does one of several things: afterwards only what is the same in all cases is known. */
export function oneOf(environment: Environment, ways: readonly (() => void)[]): void {
  const since = environment.log.length;
  const results = ways.map((way) => {
    way();
    return takeBack(environment, since);
  });
  for (const key of new Set(results.flatMap((changes) => [...changes.keys()]))) {
    const before = environment.entries.get(key);
    const all = results.map((changes) => (changes.has(key) ? changes.get(key) : before));
    remember(environment, key, all.reduce(either));
  }
}

/**
 * Says that what happened since a moment may have ended at any point: of what changed, only what never differed is known. True if
 * something differed.
 */
export function settle(environment: Environment, since: number): boolean {
  if (environment.log.length <= since) return false;
  const seen = new Map<string, Entry | undefined>();
  for (const { key, old } of environment.log.slice(since)) {
    seen.set(key, seen.has(key) ? either(seen.get(key), old) : old);
  }
  const first = new Map<string, Entry | undefined>();
  for (const { key, old } of environment.log.slice(since)) if (!first.has(key)) first.set(key, old);
  let differs = false;
  for (const [key, before] of seen) {
    const joined = either(before, environment.entries.get(key));
    if (!same(first.get(key), joined)) differs = true;
    remember(environment, key, joined);
  }
  return differs;
}

/** Does something that may be left out, or end at any point. */
export function partly<Result>(environment: Environment, act: () => Result): Result {
  const since = environment.log.length;
  const result = act();
  settle(environment, since);
  return result;
}

/** Forgets the values of all variables: text that is not known may have set any of them. */
export function blurVariables(environment: Environment): void {
  for (const [key, entry] of [...environment.entries]) {
    if (key.startsWith("v:")) remember(environment, key, blurred(entry));
  }
}

function blurred(entry: Entry | undefined): Entry {
  if (entry?.kind === "function") return { ...entry, sure: false };
  if (entry?.kind === "alias") return entry;
  if (entry?.kind === "words") return { kind: "words", words: null };
  if (entry?.kind === "folders") {
    const folders = [...new Set([...entry.folders, null])];
    return { kind: "folders", folders, ifDone: folders };
  }
  return { kind: "variable", values: [computed], exported: true };
}

function same(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === other) return true;
  if (one?.kind !== other?.kind) return false;
  if (!sameItems(listOf(one), listOf(other))) return false;
  if (one?.kind === "folders" && other?.kind === "folders") return sameItems(one.ifDone, other.ifDone);
  return one?.kind !== "function" || other?.kind !== "function" || one.sure === other.sure;
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function listOf(entry: Entry | undefined): readonly unknown[] {
  if (entry?.kind === "variable") return entry.values;
  if (entry?.kind === "function") return entry.nodes;
  if (entry?.kind === "alias") return entry.texts;
  if (entry?.kind === "words") return entry.words ?? [computed, computed, computed];
  return entry?.kind === "folders" ? entry.folders : [];
}

function either(one: Entry | undefined, other: Entry | undefined): Entry | undefined {
  if (same(one, other)) return one;
  const some = one ?? other;
  if (some?.kind === "function" || some?.kind === "alias") return together(one, other);
  if (one?.kind === "folders" && other?.kind === "folders") {
    const folders = few([...one.folders, ...other.folders]);
    return { kind: "folders", folders, ifDone: folders };
  }
  return blurred(some);
}

/** Of many folders, a few and the word that there are others. */
export function few(folders: readonly (string | null)[]): readonly (string | null)[] {
  const all = [...new Set(folders)];
  return all.length <= 4 ? all : [...all.slice(0, 3).filter((folder) => folder !== null), null];
}

function together(one: Entry | undefined, other: Entry | undefined): Entry {
  const both = [one, other];
  const nodes = new Set(both.flatMap((entry) => (entry?.kind === "function" ? entry.nodes : [])));
  if (nodes.size > 0) return { kind: "function", nodes: [...nodes], sure: false };
  const texts = both.flatMap((entry) => (entry?.kind === "alias" ? entry.texts : []));
  return { kind: "alias", texts: [...new Set(texts)] };
}
