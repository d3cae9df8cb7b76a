import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Dialect } from "../../contract/dialect.ts";
import type { FieldsType } from "../../contract/fields.ts";
import type { Hook, Scope } from "../../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { native } from "../../dialects/native.ts";
import type { GoodFile } from "../file-state.ts";
import { type HookFilePlace, shownPath } from "../places.ts";
import type { JsonText } from "../text/json-text.ts";
import { type AuditWish, readAudit } from "./audit-wish.ts";
import { checkFields, type Grammar, grammarOf } from "./check-fields.ts";
import type { Wanted } from "./conditions.ts";
import { fileFields, foreignFileFields } from "./entry-fields.ts";
import { plainDefaults, readDefaults } from "./file-defaults.ts";
import { type FileJudge, type JudgeBasis, type NamedHook, toldProblems } from "./file-judge.ts";
import { judgeHooks } from "./judge-events.ts";
import { entryGrammars } from "./judge-fields.ts";
import { judgeHooksMode } from "./judge-hooks-mode.ts";
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
  /** What is not loaded yet: with it the file is judged once more. */
  readonly wants: ReadonlySet<Wanted>;
  /** The hooks whose id is written, and the way to it. */
  readonly named: readonly NamedHook[];
  readonly onFailure: Hook["onFailure"] | null;
  readonly disableAllHooks: boolean | null;
  readonly allowedUrls: readonly string[] | null;
  readonly allowedHeaderVariables: readonly string[] | null;
  /** What it says about the audit trail; null if nothing. */
  readonly audit: AuditWish | null;
  /** The fields at its top that are as they should be, those of its dialect among them. */
  readonly said: JsonObject;
}

/** A file to judge: where it is, as which of the files, and what it holds. */
export interface FileToJudge extends GoodFile {
  readonly place: HookFilePlace;
  readonly order: number;
}

/** No file has so many groups: their numbers differ from those of every other file. */
const groupsOfFile = 10_000_000;

const nativeGrammar = grammarOf(fileFields);
const foreignGrammars = new WeakMap<Dialect, Grammar>();

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
    grammars: entryGrammars(basis.runners, place.dialect, place.layer === "code"),
    scope: scopeOf(place, value),
    diagnostics,
    muted: false,
    untold: 0,
    description: "",
    defaults: plainDefaults(place, basis.env),
    afterBlock: null,
    namesVariables: namesVariables(text),
    named: [],
    mustFail: false,
    nested: false,
    usual: null,
    wants: new Set(),
  };
  const said = topOf(open, value);
  const defaults = said.defaults ? readDefaults(open, said.defaults) : open.defaults;
  const { stopsField = "" } = place.dialect;
  const afterBlock = Object.entries(said).some(([name, stops]) => name === stopsField && stops === false)
    ? "run-all"
    : null;
  const file: FileJudge = { ...open, description: said.description ?? "", defaults, afterBlock };
  judgeHooksMode(file, said);
  const audit = place.dialect.name === native.name ? readAudit(file, value.audit) : null;
  const hooks: Hook[] = [];
  const count = { next: order * groupsOfFile };
  for (const top of place.dialect.hooksAt) {
    const written = value[top];
    if (isObject(written) || Array.isArray(written)) judgeHooks(file, top, written, count, hooks);
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
    allowedUrls: listOf(place, value.allowedHttpHookUrls, said.allowedHttpHookUrls),
    allowedHeaderVariables: listOf(place, value.httpHookAllowedEnvVars, said.httpHookAllowedEnvVars),
    audit,
    said,
  };
}

/** What stands at the top of a file; in another agent's settings there is much that is none of Hookline's business. */
function topOf(file: FileJudge, value: JsonObject): Partial<FieldsType<typeof fileFields>> {
  const { dialect, plugin } = file.place;
  if (isPart(file.place)) {
    return plugin && typeof value.description === "string" ? { description: value.description } : {};
  }
  const instead = (name: string) => {
    if (Object.values(dialect.policies ?? {}).includes(name)) return "it counts as true";
    if (name === "audit") return "it counts as true";
    return name.includes("llowed") ? "it counts as an empty list" : "it is left out";
  };
  if (dialect.name === native.name) return checkFields(file, value, nativeGrammar, [], instead);
  const grammar = foreignGrammar(dialect);
  if (dialect.onlyHooks) return checkFields(file, value, grammar, [], instead);
  const known = Object.entries(value).filter(([key]) => grammar.words.has(key));
  return checkFields(file, Object.fromEntries(known), grammar, [], instead);
}

function foreignGrammar(dialect: Dialect): Grammar {
  const grammar = foreignGrammars.get(dialect) ?? grammarOf({ ...foreignFileFields, ...dialect.top });
  foreignGrammars.set(dialect, grammar);
  return grammar;
}

/** A file that describes one agent or skill speaks for that one alone. */
function scopeOf({ of, label }: HookFilePlace, { name }: JsonObject): Scope | null {
  if (of === undefined) return null;
  const names = [name, label].filter((one) => typeof one === "string");
  return { of, names: [...new Set(names)], except: false };
}

/** True for a file of a plugin, a skill or an agent: it brings hooks and says nothing about those of others. */
function isPart({ plugin, format }: HookFilePlace): boolean {
  return plugin !== undefined || format === "front-matter";
}

/** A list of what is allowed that cannot be read allows nothing. */
function listOf(
  place: HookFilePlace,
  written: Json | undefined,
  read: readonly string[] | undefined,
): readonly string[] | null {
  return written === undefined || isPart(place) ? null : (read ?? []);
}
