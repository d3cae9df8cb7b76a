import type { Dialect } from "../../contract/dialect.ts";
import type { Fields, FieldWord } from "../../contract/fields.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { Runner } from "../../contract/runner.ts";
import { suggest } from "../../contract/suggest.ts";
import { type Grammar, grammarOf, reportUnknown, reportWrong } from "./check-fields.ts";
import { backgroundFields, hookFields } from "./entry-fields.ts";
import { report } from "./file-judge.ts";
import { entryPath, type JudgedEntry, type JudgedGroup } from "./judged-entry.ts";

/** Functions are registered in code; a file cannot name one. */
export const codeOnly = "function";

interface EntryField {
  readonly name: string;
  readonly word: FieldWord;
  /** True for a field of the hook's type. */
  readonly own: boolean;
  /** What `typeof` says of the values of a field of one simple type: mostly no other test is needed. */
  readonly simple: "string" | "boolean" | "number" | null;
}

/** The fields of the entries of one type. */
export interface EntryGrammar extends Grammar {
  readonly runner: Runner;
  readonly entry: ReadonlyMap<string, EntryField>;
  /** The names of the type's own fields, and of those that it must have. */
  readonly own: readonly string[];
  readonly required: readonly string[];
  /** The fields of the entry before, in order: most entries have the same ones. */
  readonly usual: (EntryField | undefined)[];
}

type Grammars = ReadonlyMap<string, EntryGrammar>;

const grammars = new WeakMap<ReadonlyMap<string, Runner>, Map<string, Grammars>>();

/** The grammars of all types that a file of a dialect may name, and those that only code may; made once for the same runners. */
export function entryGrammars(
  runners: ReadonlyMap<string, Runner>,
  { name, entry }: Pick<Dialect, "name" | "entry">,
  inCode = false,
): Grammars {
  const ofRunners = grammars.get(runners) ?? new Map<string, Grammars>();
  grammars.set(runners, ofRunners);
  const key = inCode ? `${name} in code` : name;
  let made = ofRunners.get(key);
  if (!made) {
    const known = [...runners.values()].filter(({ type }) => inCode || type !== codeOnly);
    made = new Map(known.map((runner) => [runner.type, entryGrammar(runner, entry.fields)]));
    ofRunners.set(key, made);
  }
  return made;
}

/** The fields of an entry that are as they should be, the others being reported; null if one that it must have is missing or wrong. */
export function checkEntry(
  group: JudgedGroup,
  grammar: EntryGrammar,
  written: JsonObject,
  index: number,
): JudgedEntry["given"] | null {
  const { usual, entry, required } = grammar;
  let wrong: Set<string> | null = null;
  let place = 0;
  for (const key in written) {
    const value = written[key];
    let field = usual[place];
    if (field?.name !== key) {
      field = entry.get(key);
      if (place < entry.size) usual[place] = field;
    }
    place++;
    if (field && isSimple(value, field.simple)) continue;
    if (typeof value === "object") group.file.nested = true;
    if (field?.word.accepts(value) || isMisspelt(key, grammar)) continue;
    wrong ??= new Set();
    wrong.add(key);
    reportField(group, grammar, key, value, index);
  }
  for (const name of required) {
    if (written[name] !== undefined && !wrong?.has(name)) continue;
    const message = `a hook of type "${grammar.runner.type}" needs "${name}"; the hook is left out`;
    if (!wrong?.has(name)) {
      report(group.file, "error", { path: entryPath(group, index) }, message, `add "${name}"`);
    }
    return null;
  }
  // Each value has been tested against the word that its type is made of.
  return (wrong ? without(written, wrong) : written) as JudgedEntry["given"];
}

/** True for a value of one simple type; what JSON makes of a number that is too large is none. */
function isSimple(value: Json | undefined, type: EntryField["simple"]): boolean {
  // A type in a variable, or a switch, would take as long as all the rest of the check.
  if (typeof value === "string") return type === "string";
  if (typeof value === "number") return type === "number" && value !== Number.POSITIVE_INFINITY;
  return typeof value === "boolean" && type === "boolean";
}

/** The fields of its type that an entry has. */
export function ownFields(grammar: EntryGrammar, given: JsonObject): JsonObject {
  const fields: { [name: string]: Json | undefined } = {};
  for (const name of grammar.own) if (given[name] !== undefined) fields[name] = given[name];
  if (grammar.runner.policy) for (const key in given) if (isMisspelt(key, grammar)) fields[key] = given[key];
  return Object.freeze(fields);
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

/** True for a key of a policy that was meant to be one of its own: what stands under it would be missed, so the policy refuses it. */
function isMisspelt(key: string, { runner, entry, own }: EntryGrammar): boolean {
  return runner.policy === true && !entry.has(key) && own.includes(suggest(key, entry.keys()) ?? "");
}

/** What holds instead of a wrong value: where one reading is safer, that one. */
function holding(key: string, own: boolean): string {
  if (key === "onFailure" && !own) return 'it counts as "block"';
  return key === "mode" && !own ? 'it counts as "enforce"' : "the default holds";
}

function entryGrammar(runner: Runner, more: Fields): EntryGrammar {
  const common = Object.entries(hookFields).filter(([name]) => runner.async || !backgroundFields.has(name));
  const grammar = grammarOf({ ...Object.fromEntries(common), ...more, ...runner.fields });
  const entry = new Map<string, EntryField>();
  for (const [name, word] of grammar.words) {
    const only = word.words.length === 1 ? word.words[0] : null;
    const simple = only === "string" || only === "boolean" || only === "number" ? only : null;
    entry.set(name, { name, word, own: Object.hasOwn(runner.fields, name), simple });
  }
  const own = Object.keys(runner.fields);
  const required = own.filter((name) => entry.get(name)?.word.optional === false);
  return { ...grammar, runner, entry, own, required, usual: [] };
}

function without(written: JsonObject, wrong: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(written).filter(([key]) => !wrong.has(key)));
}
