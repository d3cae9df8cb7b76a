import type { OnFailure } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import { shownValue } from "./check-fields.ts";
import { judgeIf, judgeWhen } from "./conditions.ts";
import { entryGrammar } from "./entry-grammar.ts";
import { FileHook, type JudgedGroup } from "./file-hook.ts";
import { type FileJudge, report } from "./file-judge.ts";
import { type CheckedFields, checkEntry } from "./judge-fields.ts";
import { judgeVariables } from "./judge-variables.ts";
import type { JsonPath } from "./json-tree.ts";
import { suggest } from "./suggest.ts";
import { defaultTimeoutMs, readTimeout } from "./timeout.ts";

/** Functions are registered in code; a file cannot name one. */
const codeOnly = "function";

/** Judges one entry alone: a hook, or null with the reason reported; the other entries are not touched by it. */
export function judgeEntry(group: JudgedGroup, written: Json, index: number): FileHook | null {
  const { file } = group;
  const hook = hookOf(group, written, index);
  if (!hook && mustHold(file, isObject(written) ? written : {})) file.mustFail = true;
  return hook;
}

/** True if an entry may not be missing: it is managed, or a fault of it would block. */
export function mustHold(file: FileJudge, written: JsonObject): boolean {
  if (file.place.layer === "managed") return true;
  const runner = typeof written.type === "string" ? file.basis.runners.get(written.type) : undefined;
  return onFailureOf(file, written.onFailure, runner) === "block";
}

function hookOf(group: JudgedGroup, written: Json, index: number): FileHook | null {
  const { file, spec } = group;
  if (!isObject(written)) {
    return refuse(group, index, [], `a hook is an object, not ${shownValue(written)}`, "write { } around it");
  }
  const runner = runnerOf(group, written.type, index);
  if (!runner) return null;
  if (runner.judges && !spec.judges) {
    const message = `a ${runner.type} hook can say nothing on ${spec.name}`;
    return refuse(group, index, ["type"], message, 'use another type, such as "command"');
  }
  const checked = checkEntry(group, runner, written, index);
  if (!checked) return null;
  const { given, fields } = checked;
  const problem = entryGrammar(runner).check?.(fields) ?? null;
  if (problem !== null) return refuse(group, index, [], problem, "correct the entry");
  const { env, passEnv } = judgeVariables(group, checked, index);
  return new FileHook(group, {
    index,
    runner,
    written,
    given,
    fields,
    if: given.if === undefined ? null : judgeIf(group, given.if, index),
    when: given.when === undefined ? null : judgeWhen(group, given.when, index),
    timeoutMs: timeoutOf(group, runner, checked, index),
    onFailure: onFailureOf(file, written.onFailure, runner),
    mode: written.mode === undefined ? file.defaults.mode : (given.mode ?? "enforce"),
    env,
    passEnv,
  });
}
