import type { FieldsType } from "../contract/fields.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import { type Grammar, grammarOf, reportUnknown, reportWrong } from "./check-fields.ts";
import { backgroundFields, hookFields } from "./entry-fields.ts";
import { entryPath, type JudgedGroup } from "./file-hook.ts";
import { report } from "./file-judge.ts";

/** The fields of an entry that are as they should be: those of every hook, and those of its type. */
export interface CheckedFields {
  readonly given: Partial<FieldsType<typeof hookFields>>;
  readonly fields: JsonObject;
}

interface EntryGrammar extends Grammar {
  readonly runner: Runner;
  /** The fields of the type, and which of them an entry must have. */
  readonly own: ReadonlySet<string>;
  readonly required: readonly string[];
  /** What `typeof` says of the values of a field that holds strings or booleans alone: mostly no other test is needed. */
  readonly simple: ReadonlyMap<string, string>;
}

const grammars = new WeakMap<Runner, EntryGrammar>();

/** Checks the fields of an entry; null if one that it must have is missing or wrong. Whatever else is wrong is reported and left out. */
export function checkEntry(
  group: JudgedGroup,
  runner: Runner,
  written: JsonObject,
  index: number,
): CheckedFields | null {
  const grammar = entryGrammar(runner);
  const fields: { [name: string]: Json | undefined } = {};
  let wrong: Set<string> | null = null;
  for (const key in written) {
    const value = written[key];
    if (typeof value !== grammar.simple.get(key) && !isRight(group, grammar, key, value, index)) {
      wrong ??= new Set();
      wrong.add(key);
    } else if (grammar.own.has(key)) {
      fields[key] = value;
    }
  }
  const missing = grammar.required.find((name) => fields[name] === undefined);
  if (missing !== undefined) {
    const message = `a hook of type "${runner.type}" needs "${missing}"; the hook is left out`;
    if (!wrong?.has(missing)) {
      report(group.file, "error", { path: entryPath(group, index) }, message, `add "${missing}"`);
    }
    return null;
  }
  // Each value has been tested against the word that its type is made of.
  const given = (wrong ? without(written, wrong) : written) as CheckedFields["given"];
  return { given, fields: Object.freeze(fields) };
}

function isRight(
  group: JudgedGroup,
  grammar: EntryGrammar,
  key: string,
  value: Json | undefined,
  index: number,
): boolean {
  const word = grammar.words.get(key);
  if (word?.accepts(value)) return true;
  const { runner, own, fields } = grammar;
  const path = entryPath(group, index);
  if (word) {
    reportWrong(
      group.file,
      fields,
      key,
      value,
      path,
      word.optional ? holding(key, own) : "the hook is left out",
    );
  } else if (backgroundFields.has(key)) {
    const message = `a hook of type "${runner.type}" cannot run in the background; "${key}" is left out`;
    report(group.file, "error", { path: [...path, key], at: "key" }, message, `remove "${key}"`);
  } else {
    reportUnknown(group.file, key, grammar, path);
  }
  return false;
}

/** What holds instead of a wrong value: where one reading is safer, that one. */
function holding(key: string, own: ReadonlySet<string>): string {
  if (key === "onFailure" && !own.has(key)) return 'it counts as "block"';
  return key === "mode" && !own.has(key) ? 'it counts as "enforce"' : "the default holds";
}

function entryGrammar(runner: Runner): EntryGrammar {
  const known = grammars.get(runner);
  if (known) return known;
  const common = Object.entries(hookFields).filter(([name]) => runner.async || !backgroundFields.has(name));
  const grammar = grammarOf({ ...Object.fromEntries(common), ...runner.fields });
  const simple = new Map<string, string>();
  for (const [name, { words }] of grammar.words) {
    const [word, ...others] = words;
    if (others.length === 0 && (word === "string" || word === "boolean")) simple.set(name, word);
  }
  const own = new Set(Object.keys(runner.fields));
  const required = [...own].filter((name) => grammar.words.get(name)?.optional === false);
  const made = { ...grammar, runner, own, required, simple };
  grammars.set(runner, made);
  return made;
}

function without(written: JsonObject, wrong: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(written).filter(([key]) => !wrong.has(key)));
}
