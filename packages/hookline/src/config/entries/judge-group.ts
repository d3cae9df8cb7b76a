import type { EventSpec } from "../../contract/event.ts";
import type { Hook, Matcher } from "../../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { grammarOf, reportUnknown, reportWrong, shownValue } from "./check-fields.ts";
import { groupFields } from "./entry-fields.ts";
import { type FileJudge, report, reportSentence } from "./file-judge.ts";
import { judgeEntry, mustHold } from "./judge-entry.ts";
import type { JudgedGroup } from "./judged-entry.ts";
import type { MatcherCompiler } from "./matchers.ts";

/** Where a group stands: under which event, as which of its groups, and as which of the file's. */
export interface GroupPlace {
  readonly spec: EventSpec;
  readonly compileMatcher: ReturnType<MatcherCompiler>;
  readonly key: string;
  readonly index: number;
  readonly number: number;
}

const grammar = grammarOf(groupFields);

/** Judges a group and adds its hooks; a group that makes no sense is reported, and the others are not touched by it. */
export function judgeGroup(file: FileJudge, place: GroupPlace, written: Json, hooks: Hook[]): void {
  const group = isObject(written) ? groupOf(file, place, written) : null;
  if (group && isObject(written) && Array.isArray(written.hooks)) {
    for (let index = 0; index < written.hooks.length; index++) {
      const hook = judgeEntry(group, written.hooks[index], index);
      if (hook) hooks.push(hook);
    }
    return;
  }
  if (!isObject(written)) {
    const message = `a group is an object, not ${shownValue(written)}; it is left out`;
    report(file, "error", { path: pathOf(place) }, message, 'write { "matcher": …, "hooks": [ … ] }');
  }
  if (holdsWhatMust(file, written)) file.mustFail = true;
}

/** True if an entry of what is left out may not be missing. */
export function holdsWhatMust(file: FileJudge, written: Json | undefined): boolean {
  const groups: readonly Json[] = Array.isArray(written) ? written : [written ?? null];
  return groups.some((group) => {
    const entries = isObject(group) && Array.isArray(group.hooks) ? group.hooks : [group];
    return entries.some((entry) => mustHold(file, entry));
  });
}

function groupOf(file: FileJudge, place: GroupPlace, written: JsonObject): JudgedGroup | null {
  for (const key in written) {
    const value = written[key];
    // The hooks are judged one by one.
    const plain = key === "hooks" ? Array.isArray(value) : key === "matcher" && typeof value === "string";
    if (!plain) checkField(file, key, value, pathOf(place));
  }
  const { matcher: pattern = null, hooks, sequential, description } = written;
  if (pattern !== null && typeof pattern !== "string") return null;
  if (!Array.isArray(hooks)) {
    const flat = written.type !== undefined || written.command !== undefined;
    const hint = flat ? 'put the hook itself into "hooks": [ … ]' : 'add "hooks": [ … ]';
    if (hooks === undefined) {
      report(file, "error", { path: pathOf(place) }, 'a group needs a list of "hooks"; it is left out', hint);
    }
    return null;
  }
  const { matcher, disabled } = matcherOf(file, place, pattern, written);
  return {
    file,
    spec: place.spec,
    key: place.key,
    index: place.index,
    number: place.number,
    matcher,
    disabled,
    sequential: sequential === true,
    description: typeof description === "string" ? description : file.description,
  };
}

function checkField(file: FileJudge, key: string, value: Json | undefined, path: JsonPath): void {
  const word = grammar.words.get(key);
  if (!word) reportUnknown(file, key, grammar, path);
  else if (!word.accepts(value)) {
    const whole = key === "matcher" || key === "hooks";
    reportWrong(file, groupFields, key, value, path, whole ? "the group is left out" : "the default holds");
  }
}

function matcherOf(
  file: FileJudge,
  place: GroupPlace,
  pattern: string | null,
  written: JsonObject,
): { readonly matcher: Matcher; readonly disabled: string | null } {
  const { spec } = place;
  const { matcher, problem } = place.compileMatcher(pattern);
  if (problem === null) return { matcher, disabled: null };
  const path = [...pathOf(place), "matcher"];
  if (spec.subject === null && file.place.dialect.matcherWithoutSubject === "must-be-empty") {
    const why = `the matcher "${pattern}" never fits, because ${spec.name} has nothing to match`;
    report(file, "warning", { path }, `${why}: the hooks never run`, "remove the matcher");
    return { matcher: { pattern, meaning: "never", test: () => false }, disabled: why };
  }
  const broken = spec.subject !== null && !isExpression(pattern ?? "");
  reportSentence(file, broken ? "error" : "warning", path, problem);
  if (broken && holdsWhatMust(file, written)) file.mustFail = true;
  return { matcher, disabled: null };
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function pathOf({ key, index }: Pick<GroupPlace, "key" | "index">): JsonPath {
  return ["hooks", key, index];
}
