import { type FieldsType, fieldWord } from "../contract/fields.ts";
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
  /** The fields of the type, and which of them an entry must have. */
  readonly own: ReadonlySet<string>;
  readonly required: readonly string[];
  /** What `typeof` says of the values of a field that allows one simple type: the test that almost always suffices. */
  readonly simple: ReadonlyMap<string, string>;
}

const grammars = new WeakMap<Runner, EntryGrammar>();

/** Checks the fields of an entry; null if one that it must have is missing or wrong. Everything else that is wrong is reported and left out. */
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
    if (!wrong?.has(missing)) reportMissing(group, runner, missing, index);
    return null;
  }
  return { given: wrong ? without(written, wrong) : written, fields };
}
