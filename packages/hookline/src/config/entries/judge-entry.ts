import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { Runner } from "../../contract/runner.ts";
import { suggest } from "../../contract/suggest.ts";
import { shownValue } from "./check-fields.ts";
import { judgeIf, judgeWhen } from "./conditions.ts";
import { onFailureOf } from "./entry-words.ts";
import { FileHook } from "./file-hook.ts";
import { type FileJudge, hasRoom, report } from "./file-judge.ts";
import { checkEntry, codeOnly, type EntryGrammar, ownFields } from "./judge-fields.ts";
import { judgeTemplate } from "./judge-template.ts";
import { judgeEnv, reportWithheld } from "./judge-variables.ts";
import { type EntryParts, entryPath, type JudgedEntry, type JudgedGroup, noParts } from "./judged-entry.ts";
import { isUsualTimeout, reportTimeout } from "./timeout.ts";

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
  const runner = typeof type === "string" ? file.grammars.get(type)?.runner : undefined;
  return onFailureOf(file, onFailure, runner) === "block";
}

function hookOf(group: JudgedGroup, written: JsonObject, index: number): FileHook | null {
  const { file, spec } = group;
  const grammar = grammarFor(group, written.type ?? file.place.dialect.entry.type ?? undefined, index);
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
  const given = checked.id === "" || checked.cwd === "" ? withoutEmpty(group, checked, index) : checked;
  const problem = problemOf(runner, given);
  if (problem !== null) {
    const message = `${problem}; the hook is left out`;
    report(file, "error", { path: entryPath(group, index) }, message, "correct the entry");
    return null;
  }
  if (runner.problems) reportInside(group, grammar, given, index);
  if (given.timeout !== undefined) checkTimeout(group, given.timeout, index);
  const { if: rule, when, env } = given;
  const { template } = file.place.dialect;
  const plain = rule === undefined && when === undefined && env === undefined && template === null;
  const parts = plain ? noParts : judgeParts(group, given, index);
  if (!parts) return null;
  const hook = new FileHook(group, index, grammar, written, given, parts);
  if (file.namesVariables) reportWithheld(group, hook);
  if (given.id !== undefined && !file.muted)
    file.named.push({ hook, path: [...entryPath(group, index), "id"] });
  return hook;
}

function grammarFor(group: JudgedGroup, type: Json | undefined, index: number): EntryGrammar | null {
  const { file } = group;
  if (type === file.usual?.runner.type && file.usual) return file.usual;
  const { grammars } = file;
  const grammar = typeof type === "string" ? grammars.get(type) : undefined;
  if (grammar) {
    file.usual = grammar;
    return grammar;
  }
  if (!hasRoom(file)) return null;
  const path = entryPath(group, index);
  const known = `known types are: ${[...grammars.keys()].join(", ")}`;
  if (type === undefined) {
    report(file, "error", { path }, 'a hook needs a "type"; it is left out', known);
    return null;
  }
  const meant = typeof type === "string" ? suggest(type, grammars.keys()) : null;
  const hint =
    type === codeOnly ? "register it in code with engine.on" : meant ? `did you mean "${meant}"?` : known;
  const message = `there is no hook type ${shownValue(type)} in files; the hook is left out`;
  report(file, "error", { path: [...path, "type"] }, message, hint);
  return null;
}

/** Left empty, an id names no hook and a folder is none. */
function withoutEmpty(group: JudgedGroup, given: JudgedEntry["given"], index: number): JudgedEntry["given"] {
  for (const name of ["id", "cwd"]) {
    if (given[name] !== "") continue;
    const path = [...entryPath(group, index), name];
    report(
      group.file,
      "error",
      { path },
      `"${name}" is empty; the default holds`,
      `fill it, or remove "${name}"`,
    );
  }
  const { id, cwd, ...others } = given;
  return { ...others, ...(id && { id }), ...(cwd && { cwd }) };
}

function problemOf(runner: Runner, given: JsonObject): string | null {
  try {
    return runner.check?.(given) ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Tells what is wrong inside an entry that stays; a fault of it when it runs is one that must not be missed. */
function reportInside(
  group: JudgedGroup,
  grammar: EntryGrammar,
  given: JudgedEntry["given"],
  index: number,
): void {
  const { file } = group;
  const { runner } = grammar;
  // Code cannot wait until what the runner needs is loaded: the hook says what is wrong when it runs.
  if (file.place.layer === "code") return;
  const found = runner.problems?.(ownFields(grammar, given));
  if (found === null) file.wants.add(runner);
  for (const { path, severity, message, hint } of found ?? []) {
    report(file, severity, { path: [...entryPath(group, index), ...path] }, message, hint);
    if (severity === "error" && mustHold(file, given)) file.mustFail = true;
  }
}

function checkTimeout(group: JudgedGroup, written: number, index: number): void {
  if (isUsualTimeout(written, group.file.place)) return;
  reportTimeout(group.file, [...entryPath(group, index), "timeout"], written);
}

function judgeParts(group: JudgedGroup, given: JudgedEntry["given"], index: number): EntryParts | null {
  const { if: rule, when, env } = given;
  const template = judgeTemplate(group, given, index);
  if (template === "refused") return null;
  return {
    template,
    if: rule === undefined ? null : judgeIf(group, rule, index),
    when: when === undefined ? null : judgeWhen(group, when, index),
    env: env === undefined ? noParts.env : judgeEnv(group, env, index),
  };
}
