import { dirname } from "node:path";
import type { EventSpec } from "../contract/event.ts";
import { fieldWord } from "../contract/fields.ts";
import type { JsonObject } from "../contract/json.ts";
import { isSecretName } from "../contract/named-secrets.ts";
import { commonFields } from "../events/common.ts";
import type { Looked } from "../system/looks.ts";
import { isFresh, signatureOf } from "../system/signature.ts";
import { bookPath } from "./book-path.ts";
import { type QuietBook, type QuietSubjects, readBook, writeBook } from "./quiet-file.ts";
import { shapeOf } from "./shape.ts";
import { hashOf } from "./short-hash.ts";

/** An event that an engine has just found no hook for, and everything that it looked at to know. */
export interface QuietFinding {
  readonly stateFolder: string;
  readonly cwd: string;
  readonly dialects: readonly string[] | null;
  readonly project: string;
  readonly configuration: string;
  readonly hooks: number;
  readonly spec: EventSpec;
  readonly subject: string;
  /** The payload as it was given. */
  readonly payload: JsonObject;
  readonly looks: ReadonlyMap<string, Looked>;
  readonly variables: ReadonlyMap<string, string | undefined>;
}

/** So many subjects of an event are kept, and files looked at: a book must be read faster than the hook files. */
const most = { subjects: 200, shapes: 20, looks: 400 };

/** Keeps that no hook is for an event; says nothing where it cannot, and nothing is kept of what changed just before somebody began to look, or since. */
export function noteQuiet(finding: QuietFinding, began: number): void {
  const { looks, variables, spec, subject, payload, stateFolder, cwd, dialects } = finding;
  const names = [...variables.keys()];
  if (looks.size > most.looks || names.some(isSecretName) || !isPlain(spec)) return;
  const seenLooks: QuietBook["looks"][number][] = [];
  for (const [path, { look, signature }] of looks) {
    if (signature === null || signature !== signatureOf(path, look)) return;
    if (look === "whole" && isFresh(path, began)) return;
    seenLooks.push(signature === "" ? nothingAt(path, stateFolder) : [path, look, signature]);
  }
  const path = bookPath(stateFolder, cwd, dialects);
  const { project, configuration, hooks } = finding;
  const seen: Omit<QuietBook, "quiet"> = {
    cwd,
    dialects,
    project,
    configuration,
    hooks,
    looks: [...new Map(seenLooks.map((row) => [row.join("\n"), row])).values()],
    variables: names.map((name) => [name, hashOf(variables.get(name))]),
  };
  const before = readBook(path, stateFolder);
  const quiet = before && isSame(before, seen) ? before.quiet : {};
  const { subjects, shapes } = quiet[spec.name] ?? nothing;
  const shape = shapeOf(payload);
  if (subjects.includes(subject) && shapes.includes(shape)) return;
  if (subjects.length >= most.subjects || shapes.length >= most.shapes) return;
  const known = {
    field: spec.subject,
    subjects: [...new Set([...subjects, subject])],
    shapes: [...new Set([...shapes, shape])],
  };
  try {
    writeBook(path, { ...seen, quiet: { ...quiet, [spec.name]: known } });
  } catch {
    // A folder that cannot be written costs time and nothing else.
  }
}

/** Where nothing is, nothing is below it either: of many paths that are not there, the folder that all of them lack is enough. */
function nothingAt(path: string, stateFolder: string): QuietBook["looks"][number] {
  let missing = path;
  // This folder is made when the book is written, if not before.
  if (path.startsWith(`${stateFolder}/`)) return [path, "whole", ""];
  for (let above = dirname(path); above !== missing; above = dirname(above)) {
    if (signatureOf(above, "entry") !== "") break;
    missing = above;
  }
  return [missing, missing === path ? "whole" : "entry", ""];
}

const nothing: QuietSubjects = { field: null, subjects: [], shapes: [] };

/** Words for kinds of values; every other one is a value, or a list of something. */
const kinds = new Set(["string", "number", "boolean", "object", "any", "null"]);

/** True if the shape of a payload tells whether it has all that the event needs, and a field of it is the subject as it stands there. */
function isPlain({ payload, subject, subjectPart }: EventSpec): boolean {
  if (subjectPart !== undefined) return false;
  return Object.entries({ ...commonFields, ...payload }).every(([name, word]) => {
    const { optional, words } = fieldWord(word);
    return optional || name === subject || words.every((one) => kinds.has(one));
  });
}

function isSame({ quiet: _, ...before }: QuietBook, seen: Omit<QuietBook, "quiet">): boolean {
  const sorted = (book: Omit<QuietBook, "quiet">) =>
    JSON.stringify({ ...book, looks: [...book.looks].sort(), variables: [...book.variables].sort() });
  return sorted(before) === sorted(seen);
}
