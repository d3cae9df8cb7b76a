import type { EventSpec } from "../contract/event.ts";
import { fieldWord } from "../contract/fields.ts";
import type { JsonObject } from "../contract/json.ts";
import { isSecretName } from "../contract/named-secrets.ts";
import type { ToolSpec } from "../contract/tool.ts";
import { commonFields } from "../events/common.ts";
import type { Looked } from "../system/looks.ts";
import { bookPath } from "./book-path.ts";
import { looksKept } from "./looks-kept.ts";
import type { Policies } from "./policies.ts";
import { type JudgedSubject, type QuietBook, type QuietSubjects, readBook, writeBook } from "./quiet-file.ts";
import { shapeOf } from "./shape.ts";

/** An event that an engine has just found no hook for but policies, and everything that it looked at to know. */
export interface QuietFinding {
  readonly stateFolder: string;
  readonly cwd: string;
  readonly dialects: readonly string[] | null;
  readonly project: string;
  readonly configuration: string;
  readonly hooks: number;
  readonly spec: EventSpec;
  readonly subject: string;
  /** The tool that the event names; null if it names none. */
  readonly tool: ToolSpec | null;
  /** The payload as it was given. */
  readonly payload: JsonObject;
  /** The policies that had nothing to say about it; no rows if none is for it. */
  readonly policies: Policies;
  readonly own: readonly string[];
  readonly looks: ReadonlyMap<string, Looked>;
  /** What was looked at to know that nothing else is to be done for the policies. */
  readonly policyLooks: ReadonlyMap<string, Looked>;
  readonly variables: ReadonlyMap<string, string | undefined>;
  /** Until when it holds, in milliseconds since 1970; null if no day changes it. */
  readonly until: number | null;
}

/** So many subjects of an event are kept, and files looked at: a book must be read faster than the hook files. */
const most = { subjects: 200, shapes: 20, looks: 400, policies: 20 };

/** Keeps that no hook is for an event, or policies alone; says nothing where it cannot, and nothing is kept of what changed just before somebody began to look, or since. */
export function noteQuiet(finding: QuietFinding, began: number): void {
  const { variables, spec, payload, stateFolder, cwd, dialects, policies } = finding;
  const names = [...variables.keys()];
  if (finding.looks.size > most.looks || names.some(isSecretName) || !isPlain(spec)) return;
  const looks = looksKept(finding.looks, stateFolder, began);
  const policyLooks = looksKept(finding.policyLooks, stateFolder, began);
  if (!looks || !policyLooks) return;
  const path = bookPath(stateFolder, cwd, dialects);
  const { project, configuration, hooks, own, until } = finding;
  const seen: Seen = {
    cwd,
    dialects,
    project,
    configuration,
    hooks,
    until,
    own,
    ...looks,
    variables: names.map((name) => [name, variables.get(name) ?? null]),
  };
  const kept = readBook(path, stateFolder);
  const before = kept && isSame(kept, seen) ? kept : null;
  const list = before?.policies ?? [];
  const at = placeOf(policies, list);
  const known = before?.quiet[spec.name] ?? { ...nothing, field: spec.subject, spec: { ...spec } };
  const isJudged = policies.rows.length > 0;
  const tool = finding.tool && { ...finding.tool };
  const row = withSubject(known, finding.subject, shapeOf(payload), isJudged ? { at, tool } : null);
  if (!row || (isJudged && at >= most.policies)) return;
  const now = isJudged ? { ...policies, ...policyLooks } : null;
  const all = now ? list.toSpliced(at, 1, now) : list;
  const book: QuietBook = { ...seen, quiet: { ...before?.quiet, [spec.name]: row }, policies: all };
  if (before && changing(before) === changing(book)) return;
  try {
    writeBook(path, book);
  } catch {
    // A folder that cannot be written costs time and nothing else.
  }
}

type Seen = Omit<QuietBook, "quiet" | "policies">;

/** What may be another one in a book that says the same of all that was seen: folders of missing names in which other names came and went. */
function changing({ quiet, policies, missing }: QuietBook): string {
  return JSON.stringify([quiet, policies, missing]);
}

/** What is known of an event with one subject and one shape more; null if that is too much. */
function withSubject(
  { field, subjects, shapes, judged, spec }: QuietSubjects,
  subject: string,
  shape: string,
  now: JudgedSubject | null,
): QuietSubjects | null {
  const known = {
    field,
    subjects: now === null ? [...new Set([...subjects, subject])] : subjects.filter((one) => one !== subject),
    shapes: [...new Set([...shapes, shape])],
    judged: now === null ? judged : { ...judged, [subject]: now },
    spec,
  };
  const count = known.subjects.length + Object.keys(known.judged).length;
  return count > most.subjects || known.shapes.length > most.shapes ? null : known;
}

/** Where policies are in a list, or would be. */
function placeOf({ lanes, rows }: Policies, list: readonly Policies[]): number {
  const text = JSON.stringify([lanes, rows]);
  const at = list.findIndex((one) => JSON.stringify([one.lanes, one.rows]) === text);
  return at < 0 ? list.length : at;
}

const nothing = { subjects: [], judged: {}, shapes: [] };

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

function isSame(before: QuietBook, seen: Seen): boolean {
  return seenText(before) === seenText(seen);
}

/** All that was seen as one text, the same whatever order things were looked at in. */
function seenText(seen: Seen): string {
  const { cwd, dialects, project, configuration, hooks, until, own, looks, missing, variables } = seen;
  const names = missing.map(([folder, , all]) => [folder, ...all]);
  const sorted = [own, looks, names, variables].map((list) => [...list].sort());
  return JSON.stringify([cwd, dialects, project, configuration, hooks, until, sorted]);
}
