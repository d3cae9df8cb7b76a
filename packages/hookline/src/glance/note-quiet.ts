import { isSecretName } from "../contract/named-secrets.ts";
import type { Looked } from "../system/looks.ts";
import { isFresh, signatureOf } from "../system/signature.ts";
import { bookPath, type QuietBook, readBook, writeBook } from "./quiet-file.ts";
import { hashOf } from "./short-hash.ts";

/** An event that an engine has just found no hook for, and everything that it looked at to know. */
export interface QuietFinding {
  readonly stateFolder: string;
  readonly cwd: string;
  readonly dialects: readonly string[] | null;
  readonly project: string;
  readonly configuration: string;
  readonly hooks: number;
  readonly event: string;
  readonly subject: string;
  readonly looks: ReadonlyMap<string, Looked>;
  readonly variables: ReadonlyMap<string, string | undefined>;
}

/** So many subjects of an event are kept, and files looked at: a book must be read faster than the hook files. */
const most = { subjects: 200, looks: 400 };

/** Keeps that no hook is for an event; says nothing where it cannot, and nothing is kept of what changed just before somebody began to look, or since. */
export function noteQuiet(finding: QuietFinding, began: number): void {
  const { looks, variables, event, subject, stateFolder, cwd, dialects } = finding;
  const names = [...variables.keys()];
  if (looks.size > most.looks || names.some(isSecretName)) return;
  const seenLooks: QuietBook["looks"][number][] = [];
  for (const [path, { look, signature }] of looks) {
    if (signature === null || signature !== signatureOf(path, look)) return;
    if (look === "whole" && isFresh(path, began)) return;
    seenLooks.push([path, look, signature]);
  }
  const path = bookPath(stateFolder, cwd, dialects);
  const { project, configuration, hooks } = finding;
  const seen: Omit<QuietBook, "quiet"> = {
    cwd,
    dialects,
    project,
    configuration,
    hooks,
    looks: seenLooks,
    variables: names.map((name) => [name, hashOf(variables.get(name))]),
  };
  const before = readBook(path, stateFolder);
  const quiet = before && isSame(before, seen) ? before.quiet : {};
  const subjects = quiet[event] ?? [];
  if (subjects.includes(subject) || subjects.length >= most.subjects) return;
  try {
    writeBook(path, { ...seen, quiet: { ...quiet, [event]: [...subjects, subject] } });
  } catch {
    // A folder that cannot be written costs time and nothing else.
  }
}

function isSame({ quiet: _, ...before }: QuietBook, seen: Omit<QuietBook, "quiet">): boolean {
  const sorted = (book: Omit<QuietBook, "quiet">) =>
    JSON.stringify({ ...book, looks: [...book.looks].sort(), variables: [...book.variables].sort() });
  return sorted(before) === sorted(seen);
}
