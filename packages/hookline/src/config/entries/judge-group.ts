import type { Hook } from "../../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { grammarOf, reportUnknown, reportWrong, shownValue } from "./check-fields.ts";
import { groupFields } from "./entry-fields.ts";
import { type FileJudge, report } from "./file-judge.ts";
import { judgeEntry, mustHold } from "./judge-entry.ts";
import { judgeDoubted } from "./judge-matcher.ts";
import { type GroupPlace, groupPath, type JudgedGroup } from "./judged-entry.ts";
import { readTimeout, reportTimeout } from "./timeout.ts";

const grammar = grammarOf(groupFields);

/** Judges a group and adds its hooks; a group that makes no sense is reported, and the others are not touched by it. */
export function judgeGroup(file: FileJudge, place: GroupPlace, written: Json, hooks: Hook[]): void {
  if (isObject(written) && isBare(file, place, written)) {
    judgeBare(file, place, written, hooks);
    return;
  }
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
    report(file, "error", { path: groupPath(place) }, message, 'write { "matcher": …, "hooks": [ … ] }');
  }
  if (holdsWhatMust(file, written)) file.mustFail = true;
}

/** In a list every entry is a hook; elsewhere one that is written like a hook is, where the dialect has such hooks. */
function isBare(file: FileJudge, { bare }: GroupPlace, written: JsonObject): boolean {
  if (bare) return true;
  if (file.place.dialect.shape !== "groups-or-hooks" || written.hooks !== undefined) return false;
  return written.type !== undefined || written.command !== undefined;
}

/** Judges a hook without a group: what a group would say of it stands in the entry itself. */
function judgeBare(file: FileJudge, place: GroupPlace, written: JsonObject, hooks: Hook[]): void {
  const { matcher: pattern, event, ...entry } = written;
  const { key } = place;
  if (key !== null && event !== undefined) checkField(file, "event", event, groupPath(place));
  if (key === null && pattern !== undefined) reportMatcher(file, event, pattern, groupPath(place));
  const group = groupOf(
    file,
    { ...place, bare: true },
    { ...(key !== null && pattern !== undefined && { matcher: pattern }), hooks: [] },
  );
  const hook = group && judgeEntry(group, entry, 0);
  if (hook) hooks.push(hook);
  else if (holdsWhatMust(file, written)) file.mustFail = true;
}

/** In a list, what a matcher would say stands in the event. */
function reportMatcher(
  file: FileJudge,
  event: Json | undefined,
  pattern: Json | undefined,
  path: JsonPath,
): void {
  const message = `${file.place.dialect.title} has no matchers; "matcher" is left out`;
  const hint = `write the tool into the event, as in "${event}:${pattern}"`;
  report(file, "error", { path: [...path, "matcher"], at: "key" }, message, hint);
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
  const flat = written.hooks === undefined && (written.type ?? written.command) !== undefined;
  for (const key in written) {
    const value = written[key];
    // The hooks are judged one by one.
    if (key === "hooks" ? Array.isArray(value) : key === "matcher" && typeof value === "string") continue;
    // Of a hook that stands where a group belongs, nothing more needs to be said.
    if (flat && key !== "matcher") continue;
    const ofGroup = key === "timeout" && file.place.dialect.timeout.scope === "group";
    if (!ofGroup) checkField(file, key, value, groupPath(place));
  }
  const { matcher: given, hooks, sequential, description } = written;
  const pattern = place.event.pattern ?? given ?? null;
  if (pattern !== null && typeof pattern !== "string") return null;
  if (!Array.isArray(hooks)) {
    const hint = flat ? 'put the hook itself into "hooks": [ … ]' : 'add "hooks": [ … ]';
    if (hooks === undefined) {
      report(
        file,
        "error",
        { path: groupPath(place) },
        'a group needs a list of "hooks"; it is left out',
        hint,
      );
    }
    return null;
  }
  const { matcher, problem } = place.event.compileMatcher(pattern);
  const doubted = problem === null ? null : judgeDoubted(file, place, matcher, problem);
  if (doubted?.broken && holdsWhatMust(file, written)) file.mustFail = true;
  return {
    file,
    place,
    spec: place.event.spec,
    matcher: doubted?.matcher ?? matcher,
    timeoutMs: groupTimeout(file, written.timeout, place),
    disabled: doubted?.disabled ?? null,
    sequential: sequential === true,
    description: typeof description === "string" ? description : file.description,
  };
}

/** What the hooks of a group have together, where the dialect counts so; a timeout of 0 is none. */
function groupTimeout(file: FileJudge, written: Json | undefined, place: GroupPlace): number | null {
  if (written === undefined || written === 0 || file.place.dialect.timeout.scope !== "group") return null;
  const path = [...groupPath(place), "timeout"];
  if (typeof written !== "number") {
    reportWrong(file, { timeout: "number?" }, "timeout", written, groupPath(place), "there is none");
    return null;
  }
  reportTimeout(file, path, written);
  return readTimeout(written, file.place).ms;
}

function checkField(file: FileJudge, key: string, value: Json | undefined, path: JsonPath): void {
  const word = grammar.words.get(key);
  if (!word) reportUnknown(file, key, grammar, path);
  else if (!word.accepts(value)) {
    const whole = key === "matcher" || key === "hooks";
    reportWrong(file, groupFields, key, value, path, whole ? "the group is left out" : "the default holds");
  }
}
