import { isObject, type Json, type JsonObject, jsonOf } from "../contract/json.ts";
import { readOwnFile } from "../system/own-file.ts";
import { bookForm, bookPath } from "./book-path.ts";
import { shapeOf } from "./shape.ts";
import { isList, isStillThere } from "./still-there.ts";
import { thisBuild } from "./this-build.ts";

/** An event that no hook is for but policies, as far as a glance can tell. */
export interface QuietEvent {
  readonly name: string;
  /** Null if its matchers mean nothing. */
  readonly subject: string | null;
  readonly project: string;
  /** The digest of all hook files, and how many hooks they hold. */
  readonly configuration: string;
  readonly hooks: number;
  /** The policies that must be judged, as the book has them, with the rows of the event and the tool; null if there are none. */
  readonly policies: JsonObject | null;
  /** Hookline's own paths, as policies see them. */
  readonly own: readonly string[];
}

/** Where somebody fires an event. */
export interface GlancePlace {
  readonly stateFolder: string;
  readonly home: string;
  readonly cwd: string;
  readonly dialects: readonly string[] | null;
  readonly env: { readonly [name: string]: string | undefined };
}

/** Looks whether it is known that no hook is for an event, or policies alone, and whether that still holds; null if an engine must look. */
export function glance(name: string, payload: JsonObject, place: GlancePlace): QuietEvent | null {
  const { stateFolder, cwd, dialects, env } = place;
  // Read as it is: to look at all of it first, as others do, would take longer than to use it.
  const book = jsonOf(readOwnFile(bookPath(stateFolder, cwd, dialects)) ?? "");
  if (!isObject(book) || book.form !== bookForm || book.build !== thisBuild || book.cwd !== cwd) return null;
  if (JSON.stringify(book.dialects) !== JSON.stringify(dialects) || !isObject(book.quiet)) return null;
  const known = Object.hasOwn(book.quiet, name) ? book.quiet[name] : undefined;
  if (!isObject(known) || !isAmong(shapeOf(payload), known.shapes)) return null;
  const { field } = known;
  const subject = typeof field === "string" ? textIn(payload, field) : null;
  const policies = policiesIn(book, known, subject ?? "");
  if (!policies && !isAmong(subject ?? "", known.subjects)) return null;
  const { project, configuration, hooks, own, variables, looks, missing, until } = book;
  // What lies in the project is the project's.
  if ([cwd, project].some((folder) => stateFolder.startsWith(`${folder}/`))) return null;
  if (until !== null && !(typeof until === "number" && Date.now() < until)) return null;
  if (!isList(variables) || !variables.every((row) => isSameVariable(row, env))) return null;
  if (!isStillThere(looks, missing)) return null;
  if (policies && !isStillThere(policies.looks, policies.missing)) return null;
  if (typeof project !== "string" || typeof configuration !== "string" || typeof hooks !== "number")
    return null;
  const paths = isList(own) ? own.filter((path) => typeof path === "string") : [];
  return { name, subject, project, configuration, hooks, policies, own: paths };
}

/** The policies that an event with this subject meets. */
function policiesIn(book: JsonObject, { judged, spec }: JsonObject, subject: string): JsonObject | null {
  const row = isObject(judged) && Object.hasOwn(judged, subject) ? judged[subject] : undefined;
  if (!isObject(row) || typeof row.at !== "number" || !isList(book.policies)) return null;
  const found = book.policies[row.at];
  return isObject(found) ? { ...found, spec, tool: row.tool } : null;
}

function isAmong(text: string, list: Json | undefined): boolean {
  return isList(list) && list.includes(text);
}

function textIn(payload: JsonObject, field: string): string {
  const value = payload[field];
  return typeof value === "string" ? value : "";
}

function isSameVariable(row: Json, env: GlancePlace["env"]): boolean {
  if (!isList(row)) return false;
  const { 0: name, 1: value } = row;
  return typeof name === "string" && (env[name] ?? null) === value;
}
