import type { FieldWord } from "../contract/fields.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import { type Grammar, grammarOf, reportUnknown, reportWrong } from "./check-fields.ts";
import { backgroundFields, hookFields } from "./entry-fields.ts";
import { report } from "./file-judge.ts";
import { entryPath, type JudgedEntry, type JudgedGroup } from "./judged-entry.ts";

/** The fields of an entry that are as they should be: those of every hook, and those of its type. */
export type CheckedFields = Pick<JudgedEntry, "given" | "fields">;

/** Functions are registered in code; a file cannot name one. */
export const codeOnly = "function";

interface EntryField {
  readonly name: string;
  readonly word: FieldWord;
  /** True for a field of the hook's type. */
  readonly own: boolean;
  /** What `typeof` says of the values of a field that holds strings or booleans alone: mostly no other test is needed. */
  readonly simple: "string" | "boolean" | null;
}

/** The fields of the entries of one type. */
export interface EntryGrammar extends Grammar {
  readonly runner: Runner;
  readonly entry: ReadonlyMap<string, EntryField>;
  readonly required: readonly string[];
  /** The fields of the entry before, in order: most entries have the same ones. */
  readonly usual: (EntryField | undefined)[];
}

const grammars = new WeakMap<ReadonlyMap<string, Runner>, ReadonlyMap<string, EntryGrammar>>();

/** The grammars of all types that a file may name, made once for the same runners. */
export function entryGrammars(runners: ReadonlyMap<string, Runner>): ReadonlyMap<string, EntryGrammar> {
  let made = grammars.get(runners);
  if (!made) {
    const inFiles = [...runners.values()].filter(({ type }) => type !== codeOnly);
    made = new Map(inFiles.map((runner) => [runner.type, entryGrammar(runner)]));
    grammars.set(runners, made);
  }
  return made;
}

/** Checks the fields of an entry; null if one that it must have is missing or wrong. Whatever else is wrong is reported and left out. */
export function checkEntry(
  group: JudgedGroup,
  grammar: EntryGrammar,
  written: JsonObject,
  index: number,
): CheckedFields | null {
  const fields: { [name: string]: Json | undefined } = {};
  let wrong: Set<string> | null = null;
  let place = 0;
  for (const key in written) {
    const value = written[key];
    let field = grammar.usual[place];
    if (field?.name !== key) {
      field = grammar.entry.get(key);
      grammar.usual[place] = field;
    }
    place++;
    if (field && (typeof value === field.simple || field.word.accepts(value))) {
      if (field.own) fields[key] = value;
    } else {
      wrong ??= new Set();
      wrong.add(key);
      reportField(group, grammar, key, value, index);
    }
  }
  for (const missing of grammar.required) {
    if (fields[missing] !== undefined) continue;
    const message = `a hook of type "${grammar.runner.type}" needs "${missing}"; the hook is left out`;
    if (!wrong?.has(missing)) {
      report(group.file, "error", { path: entryPath(group, index) }, message, `add "${missing}"`);
    }
    return null;
  }
  // Each value has been tested against the word that its type is made of.
  const given = (wrong ? without(written, wrong) : written) as CheckedFields["given"];
  return { given, fields };
}

function reportField(
  group: JudgedGroup,
  grammar: EntryGrammar,
  key: string,
  value: Json | undefined,
  index: number,
): void {
  const { file } = group;
  const { runner, fields } = grammar;
  const path = entryPath(group, index);
  const field = grammar.entry.get(key);
  if (field) {
    const instead = field.word.optional ? holding(key, field.own) : "the hook is left out";
    reportWrong(file, fields, key, value, path, instead);
  } else if (backgroundFields.has(key)) {
    const message = `a hook of type "${runner.type}" cannot run in the background; "${key}" is left out`;
    report(file, "error", { path: [...path, key], at: "key" }, message, `remove "${key}"`);
  } else {
    reportUnknown(file, key, grammar, path);
  }
}

/** What holds instead of a wrong value: where one reading is safer, that one. */
function holding(key: string, own: boolean): string {
  if (key === "onFailure" && !own) return 'it counts as "block"';
  return key === "mode" && !own ? 'it counts as "enforce"' : "the default holds";
}

function entryGrammar(runner: Runner): EntryGrammar {
  const common = Object.entries(hookFields).filter(([name]) => runner.async || !backgroundFields.has(name));
  const grammar = grammarOf({ ...Object.fromEntries(common), ...runner.fields });
  const entry = new Map<string, EntryField>();
  for (const [name, word] of grammar.words) {
    const only = word.words.length === 1 ? word.words[0] : null;
    const simple = only === "string" || only === "boolean" ? only : null;
    entry.set(name, { name, word, own: Object.hasOwn(runner.fields, name), simple });
  }
  const required = [...entry].filter(([, { own, word }]) => own && !word.optional).map(([name]) => name);
  return { ...grammar, runner, entry, required, usual: [] };
}

function without(written: JsonObject, wrong: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(written).filter(([key]) => !wrong.has(key)));
}
