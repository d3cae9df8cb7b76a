import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { EventSpec } from "../../contract/event.ts";
import type { FieldsType } from "../../contract/fields.ts";
import type { Hook } from "../../contract/hook.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { native } from "../../dialects/native.ts";
import type { GoodFile } from "../file-state.ts";
import { type HookFilePlace, shownPath } from "../places.ts";
import { suggest } from "../suggest.ts";
import type { JsonText } from "../text/json-text.ts";
import { checkFields, grammarOf, shownValue } from "./check-fields.ts";
import type { ConditionName } from "./conditions.ts";
import { fileFields, foreignFileFields } from "./entry-fields.ts";
import { plainDefaults, readDefaults } from "./file-defaults.ts";
import {
  type FileJudge,
  hasRoom,
  type JudgeBasis,
  type NamedHook,
  report,
  toldProblems,
} from "./file-judge.ts";
import { holdsWhatMust, judgeGroup } from "./judge-group.ts";
import { namesVariables } from "./withheld.ts";

/** What a file says: its hooks in the order they are written, and what it says about all hooks. */
export interface JudgedFile {
  readonly place: HookFilePlace;
  /** The path as people read it. */
  readonly shown: string;
  readonly document: JsonText;
  readonly hooks: readonly Hook[];
  readonly diagnostics: readonly Diagnostic[];
  /** Something that must hold (managed, or `onFailure: "block"`) is not in force. */
  readonly mustFail: boolean;
  /** There is more in it than simple entries that are as they should be. */
  readonly unusual: boolean;
  /** The conditions whose parsers are not loaded yet: with them the file is judged once more. */
  readonly wants: ReadonlySet<ConditionName>;
  /** The hooks whose id is written, and the way to it. */
  readonly named: readonly NamedHook[];
  readonly onFailure: Hook["onFailure"] | null;
  readonly disableAllHooks: boolean | null;
  readonly allowedUrls: readonly string[] | null;
  readonly allowedHeaderVariables: readonly string[] | null;
}

/** A file to judge: where it is, as which of the files, and what it holds. */
export interface FileToJudge extends GoodFile {
  readonly place: HookFilePlace;
  readonly order: number;
}

/** No file has so many groups: their numbers differ from those of every other file. */
const groupsOfFile = 10_000_000;

const nativeGrammar = grammarOf(fileFields);
const foreignGrammar = grammarOf(foreignFileFields);

/** Judges what a file says, entry by entry; never throws, whatever the file holds. */
export function judgeFile(
  { place, order, text, document, value }: FileToJudge,
  basis: JudgeBasis,
): JudgedFile {
  const shown = shownPath(place, basis);
  const diagnostics: Diagnostic[] = document.problems.map((problem) => ({ file: shown, ...problem }));
  const open: FileJudge = {
    basis,
    place,
    shown,
    document,
    diagnostics,
    untold: 0,
    description: "",
    defaults: plainDefaults(place),
    namesVariables: namesVariables(text),
    named: [],
    mustFail: false,
    nested: false,
    usual: null,
    wants: new Set(),
  };
  const said = topOf(open, value);
  const defaults = said.defaults ? readDefaults(open, said.defaults) : open.defaults;
  const file: FileJudge = { ...open, description: said.description ?? "", defaults };
  const hooks: Hook[] = [];
  let number = order * groupsOfFile;
  const { hooks: events = {} } = said;
  for (const key in events) {
    const groups = groupsOf(file, key, events[key]);
    const spec = groups && specOf(file, key);
    if (!groups || !spec) {
      if (holdsWhatMust(file, events[key])) file.mustFail = true;
      continue;
    }
    const compileMatcher = basis.compileMatcher(spec);
    for (let index = 0; index < groups.length; index++) {
      const place = { spec, compileMatcher, key, index, number: number++ };
      judgeGroup(file, place, groups[index] ?? null, hooks);
    }
  }
  return {
    place,
    shown,
    document,
    hooks,
    diagnostics: toldProblems(file),
    mustFail: file.mustFail,
    unusual: file.nested || file.diagnostics.length > 0,
    wants: file.wants,
    named: file.named,
    onFailure: file.defaults.onFailure,
    disableAllHooks: said.disableAllHooks ?? null,
    allowedUrls: listOf(value.allowedHttpHookUrls, said.allowedHttpHookUrls),
    allowedHeaderVariables: listOf(value.httpHookAllowedEnvVars, said.httpHookAllowedEnvVars),
  };
}

/** What stands at the top of a file; in another agent's settings there is much that is none of Hookline's business. */
function topOf(file: FileJudge, value: JsonObject): Partial<FieldsType<typeof fileFields>> {
  const instead = (name: string) =>
    name.includes("llowed") ? "it counts as an empty list" : "it is left out";
  if (file.place.dialect.name === native.name) return checkFields(file, value, nativeGrammar, [], instead);
  const known = Object.entries(value).filter(([key]) => foreignGrammar.words.has(key));
  return checkFields(file, Object.fromEntries(known), foreignGrammar, [], instead);
}

/** A list of what is allowed that cannot be read allows nothing. */
function listOf(written: Json | undefined, read: readonly string[] | undefined): readonly string[] | null {
  return written === undefined ? null : (read ?? []);
}

function groupsOf(file: FileJudge, key: string, written: Json | undefined): readonly Json[] | null {
  if (Array.isArray(written)) return written;
  const message = `${shownValue(key)} must be a list of groups, not ${shownValue(written)}; it is left out`;
  report(file, "error", { path: ["hooks", key] }, message, 'write [ { "hooks": [ … ] } ]');
  return null;
}

function specOf(file: FileJudge, key: string): EventSpec | null {
  const { catalog } = file.basis;
  const { events } = file.place.dialect;
  const spec = catalog.event(Object.hasOwn(events, key) ? (events[key] ?? key) : key);
  if (spec || !hasRoom(file)) return spec ?? null;
  const meant = suggest(key, [...Object.keys(events), ...catalog.eventNames]);
  const hint = meant === null ? "docs/events.md lists the events" : `did you mean "${meant}"?`;
  const message = `there is no event ${shownValue(key)}; its hooks never run`;
  report(file, "error", { path: ["hooks", key], at: "key" }, message, hint);
  return null;
}
