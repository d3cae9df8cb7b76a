import type { OnFailure } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import { shownValue } from "./check-fields.ts";
import { judgeIf, judgeWhen } from "./conditions.ts";
import { FileHook } from "./file-hook.ts";
import { type FileJudge, report } from "./file-judge.ts";
import { checkEntry, codeOnly, type EntryGrammar } from "./judge-fields.ts";
import { judgeEnv, judgePassEnv, reportWithheld } from "./judge-variables.ts";
import { entryPath, type JudgedGroup } from "./judged-entry.ts";
import { suggest } from "./suggest.ts";
import { defaultTimeoutMs, readTimeout } from "./timeout.ts";
import { usesVariables } from "./withheld.ts";

/** Judges one entry alone: a hook, or null with the reason reported; the other entries are not touched by it. */
export function judgeEntry(group: JudgedGroup, written: Json, index: number): FileHook | null {
  const hook = isObject(written) ? hookOf(group, written, index) : null;
  if (hook) return hook;
  const { file } = group;
  if (!isObject(written)) {
    const message = `a hook is an object, not ${shownValue(written)}; it is left out`;
    report(file, "error", { path: entryPath(group, index) }, message, 'write { "type": …, … }');
  }
  if (mustHold(file, written)) file.mustFail = true;
  return null;
}

/** True if an entry may not be missing: it is managed, or a fault of it would block. */
export function mustHold(file: FileJudge, written: Json): boolean {
  if (file.place.layer === "managed") return true;
  const { type, onFailure } = isObject(written) ? written : {};
  const runner = typeof type === "string" ? file.basis.grammars.get(type)?.runner : undefined;
  return onFailureOf(file, onFailure, runner) === "block";
}

function hookOf(group: JudgedGroup, written: JsonObject, index: number): FileHook | null {
  const { file, spec } = group;
  const grammar = grammarFor(group, written.type, index);
  if (!grammar) return null;
  const { runner } = grammar;
  if (runner.judges && !spec.judges) {
    const message = `a hook of type "${runner.type}" can say nothing on ${spec.name}; it is left out`;
    const path = [...entryPath(group, index), "type"];
    report(file, "error", { path }, message, 'use another type, such as "command"');
    return null;
  }
  const checked = checkEntry(group, grammar, written, index);
  if (!checked) return null;
  const { given, fields } = checked;
  const problem = problemOf(runner, fields);
  if (problem !== null) {
    const message = `${problem}; the hook is left out`;
    report(file, "error", { path: entryPath(group, index) }, message, "correct the entry");
    return null;
  }
  const hook = new FileHook({
    group,
    index,
    runner,
    written,
    given,
    fields,
    if: given.if === undefined ? null : judgeIf(group, given.if, index),
    when: given.when === undefined ? null : judgeWhen(group, given.when, index),
    timeoutMs: timeoutOf(group, runner, given.timeout, index),
    onFailure: onFailureOf(file, written.onFailure, runner),
    env: judgeEnv(group, given.env, index),
    passEnv: judgePassEnv(group, given.passEnv),
    id: null,
    identity: null,
    covered: null,
    source: null,
  });
  if (usesVariables(fields)) reportWithheld(group, fields, hook, index);
  if (given.id !== undefined) file.named.push({ hook, path: [...entryPath(group, index), "id"] });
  return hook;
}

function grammarFor(group: JudgedGroup, type: Json | undefined, index: number): EntryGrammar | null {
  const { file } = group;
  const { grammars } = file.basis;
  const grammar = typeof type === "string" ? grammars.get(type) : undefined;
  if (grammar) return grammar;
  const path = entryPath(group, index);
  const known = `known types are: ${[...grammars.keys()].join(", ")}`;
  if (type === undefined) {
    report(file, "error", { path }, 'a hook needs a "type"; it is left out', known);
    return null;
  }
  const meant = typeof type === "string" ? suggest(type, grammars.keys()) : null;
  const hint = type === codeOnly ? "register it in code with engine.on" : meant ? `did you mean "${meant}"?` : known;
  const message = `there is no hook type ${shownValue(type)} in files; the hook is left out`;
  report(file, "error", { path: [...path, "type"] }, message, hint);
  return null;
}

function problemOf(runner: Runner, fields: JsonObject): string | null {
  try {
    return runner.check?.(fields) ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function timeoutOf(group: JudgedGroup, runner: Runner, written: number | undefined, index: number): number {
  const { file, spec } = group;
  const { dialect } = file.place;
  const read = written === undefined ? null : readTimeout(written, dialect);
  if (read?.problem) {
    const path = [...entryPath(group, index), "timeout"];
    report(file, "error", { path }, read.problem, "write another number");
  }
  return read?.ms ?? file.defaults.timeoutMs ?? defaultTimeoutMs(runner, dialect, spec);
}

function onFailureOf(file: FileJudge, written: Json | undefined, runner: Runner | undefined): OnFailure {
  if (written !== undefined) return written === "continue" ? "continue" : "block";
  const usual = runner?.policy ? "block" : "continue";
  return file.defaults.onFailure ?? file.basis.managedOnFailure ?? usual;
}
