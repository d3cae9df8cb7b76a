import { dirname } from "node:path";
import { isObject, type Json, type JsonObject, jsonOf } from "../contract/json.ts";
import { writeAtomically } from "../system/files.ts";
import { keepNewest } from "../system/keep-newest.ts";
import { ownAndRoot, readSafe } from "../system/safe-file.ts";
import { bookForm as form } from "./book-path.ts";
import type { LooksKept } from "./looks-kept.ts";
import { type Policies, readPolicies } from "./policies.ts";
import { thisBuild } from "./this-build.ts";

/** What an engine found out about events in one folder, and what that depends on. */
export interface QuietBook extends LooksKept {
  /** The folder that the project is looked for from, and the dialects that were chosen (all if null). */
  readonly cwd: string;
  readonly dialects: readonly string[] | null;
  readonly project: string;
  /** The digest of all hook files, and how many hooks they hold. */
  readonly configuration: string;
  readonly hooks: number;
  /** Every variable that was asked for, and its value (null if there was none). */
  readonly variables: readonly (readonly [name: string, value: string | null])[];
  /** When it ends, in milliseconds since 1970: rules that expire are told; null if none does. */
  readonly until: number | null;
  /** Hookline's own paths, as policies see them. */
  readonly own: readonly string[];
  readonly quiet: { readonly [event: string]: QuietSubjects };
  /** The policies that some events meet, as `judged` numbers them. */
  readonly policies: readonly KeptPolicies[];
}

/** Policies, and what holds only as long as they are all that is to be done: nothing is paused, and none of them is known to be broken. */
export interface KeptPolicies extends Policies, LooksKept {}

/** A subject that policies alone are for: which of them, and the tool of that name (null if it names none). */
export interface JudgedSubject {
  readonly at: number;
  readonly tool: JsonObject | null;
}

/** What is known of one event. */
export interface QuietSubjects {
  /** The field of the payload that its matchers are tested on; null if it has none. */
  readonly field: string | null;
  /** The subjects that no hook is for. */
  readonly subjects: readonly string[];
  /** The subjects that policies alone are for. */
  readonly judged: { readonly [subject: string]: JudgedSubject };
  /** The row of the event, for those who judge it. */
  readonly spec: JsonObject;
  /** The payloads that were found to have all that the event needs, as `shapeOf` tells them. */
  readonly shapes: readonly string[];
}

/** The book that is kept at a path, if it belongs to this user alone; null otherwise: whoever writes it says that no hook is for an event. */
export function readBook(path: string, stateFolder: string): QuietBook | null {
  const rules = { owners: ownAndRoot(), barred: 0o077, links: "refused", under: stateFolder } as const;
  const read = readSafe(path, rules);
  const value = read.kind === "read" ? jsonOf(read.file.text) : undefined;
  return isObject(value) && value.form === form && value.build === thisBuild ? bookOf(value) : null;
}

/** So many books are kept: one for each folder in which somebody works, and each build. */
const mostBooks = 300;

/** Keeps a book; the oldest go when there are too many. */
export function writeBook(path: string, book: QuietBook): void {
  writeAtomically(path, `${JSON.stringify({ form, build: thisBuild, ...book })}\n`, 0o600);
  keepNewest(dirname(path), /\.json$/, mostBooks);
}

function bookOf(value: JsonObject): QuietBook | null {
  const { cwd, dialects = null, project, configuration, hooks, variables, until, quiet } = value;
  const own = listOf(value.own, textOf);
  const policies = listOf(value.policies, policiesIn);
  if (typeof cwd !== "string" || typeof project !== "string" || typeof configuration !== "string")
    return null;
  if (typeof hooks !== "number" || !isObject(quiet)) return null;
  if (typeof until !== "number" && until !== null) return null;
  const looks = looksOf(value);
  const names = listOf(variables, variableOf);
  const chosen = dialects === null ? null : listOf(dialects, textOf);
  if (!own || !policies || !looks || !names || (dialects !== null && !chosen)) return null;
  const events: [string, QuietSubjects][] = [];
  for (const [event, row] of Object.entries(quiet)) {
    const known = isObject(row) ? subjectsOf(row) : null;
    if (!known) return null;
    events.push([event, known]);
  }
  return {
    cwd,
    dialects: chosen,
    project,
    configuration,
    hooks,
    ...looks,
    variables: names,
    until,
    own,
    quiet: Object.fromEntries(events),
    policies,
  };
}

function subjectsOf({ field, subjects, shapes, judged, spec }: JsonObject): QuietSubjects | null {
  const [names, forms] = [listOf(subjects, textOf), listOf(shapes, textOf)];
  if (
    (typeof field !== "string" && field !== null) ||
    !names ||
    !forms ||
    !isObject(judged) ||
    !isObject(spec)
  )
    return null;
  const rows: [string, JudgedSubject][] = [];
  for (const [subject, row] of Object.entries(judged)) {
    if (!isObject(row) || typeof row.at !== "number") return null;
    rows.push([subject, { at: row.at, tool: isObject(row.tool) ? row.tool : null }]);
  }
  return { field, subjects: names, shapes: forms, judged: Object.fromEntries(rows), spec };
}

function policiesIn(item: Json): KeptPolicies | null {
  const policies = readPolicies(item);
  const looks = isObject(item) ? looksOf(item) : null;
  return policies && looks && { ...policies, ...looks };
}

function textOf(item: Json): string | null {
  return typeof item === "string" ? item : null;
}

/** A list of which every item is as it should be; null if one is not. */
function listOf<T>(value: Json | undefined, read: (item: Json) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const items: T[] = [];
  for (const one of value) {
    const item = read(one);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function looksOf({ looks, missing }: JsonObject): LooksKept | null {
  const [rows, folders] = [listOf(looks, lookOf), listOf(missing, missingOf)];
  return rows && folders && { looks: rows, missing: folders };
}

function missingOf(item: Json): QuietBook["missing"][number] | null {
  const [folder, signature, all] = Array.isArray(item) ? item : [];
  const names = listOf(all, textOf);
  return typeof folder === "string" && typeof signature === "string" && names
    ? [folder, signature, names]
    : null;
}

function lookOf(item: Json): QuietBook["looks"][number] | null {
  const [path, look, signature] = Array.isArray(item) ? item : [];
  if (typeof path !== "string" || typeof signature !== "string") return null;
  return look === "whole" || look === "identity" || look === "entry" ? [path, look, signature] : null;
}

function variableOf(item: Json): QuietBook["variables"][number] | null {
  const [name, value] = Array.isArray(item) ? item : [];
  if (typeof name !== "string") return null;
  return typeof value === "string" || value === null ? [name, value] : null;
}
