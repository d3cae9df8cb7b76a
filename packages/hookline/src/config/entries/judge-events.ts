import type { Hook } from "../../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { type BoundEvent, boundEvents, eventSpot } from "./bindings.ts";
import { shownValue } from "./check-fields.ts";
import { type FileJudge, report } from "./file-judge.ts";
import { holdsWhatMust, judgeGroup } from "./judge-group.ts";
import type { GroupWay } from "./judged-entry.ts";

/** Numbers the groups of a file, so that hooks of one group know each other. */
export interface GroupCount {
  next: number;
}

/** Judges what stands under one key at the top of a file, in the shape of its dialect, and adds the hooks. */
export function judgeHooks(
  file: FileJudge,
  top: string,
  written: JsonObject | readonly Json[],
  count: GroupCount,
  hooks: Hook[],
): void {
  if (Array.isArray(written)) judgeList(file, top, written, count, hooks);
  else if (isObject(written)) judgeMap(file, top, written, count, hooks);
}

function judgeMap(file: FileJudge, top: string, written: JsonObject, count: GroupCount, hooks: Hook[]): void {
  const { otherKeys } = file.place.dialect;
  for (const key in written) {
    if (otherKeys?.includes(key)) continue;
    const groups = groupsOf(file, [top, key], written[key]);
    const bound = groups ? boundEvents(file, key, eventSpot([top, key])) : [];
    if (!groups || bound.length === 0) {
      if (holdsWhatMust(file, written[key])) file.mustFail = true;
      continue;
    }
    for (let index = 0; index < groups.length; index++) {
      judgeForEach(file, bound, { top, key, index, bare: false }, groups[index] ?? null, count.next++, hooks);
    }
  }
}

function judgeList(
  file: FileJudge,
  top: string,
  entries: readonly Json[],
  count: GroupCount,
  hooks: Hook[],
): void {
  for (const [index, written] of entries.entries()) {
    const path = [top, index];
    const event = isObject(written) ? written.event : undefined;
    const bound = typeof event === "string" ? boundEvents(file, event, { path: [...path, "event"] }) : [];
    if (typeof event !== "string") reportUnnamed(file, path, written, event);
    if (bound.length === 0) {
      if (holdsWhatMust(file, written)) file.mustFail = true;
      continue;
    }
    judgeForEach(file, bound, { top, key: null, index, bare: true }, written, count.next++, hooks);
  }
}

/** A name that stands for several events makes a hook of each; what is wrong with an entry is said once. */
function judgeForEach(
  file: FileJudge,
  bound: readonly BoundEvent[],
  way: GroupWay,
  written: Json,
  number: number,
  hooks: Hook[],
): void {
  for (let place = 0; place < bound.length; place++) {
    const event = bound[place];
    if (!event) continue;
    file.muted = place > 0;
    judgeGroup(file, { event, way, number }, written, hooks);
  }
  file.muted = false;
}

function reportUnnamed(
  file: FileJudge,
  path: readonly (string | number)[],
  written: Json,
  event: Json | undefined,
): void {
  const hint = 'write { "event": …, "command": … }';
  const message = !isObject(written)
    ? `a hook is an object, not ${shownValue(written)}; it is left out`
    : event === undefined
      ? 'a hook needs an "event"; it is left out'
      : `"event" must be a string, not ${shownValue(event)}; the hook is left out`;
  report(file, "error", { path }, message, hint);
}

function groupsOf(
  file: FileJudge,
  path: readonly string[],
  written: Json | undefined,
): readonly Json[] | null {
  if (Array.isArray(written)) return written;
  const message = `${shownValue(path.at(-1))} must be a list of groups, not ${shownValue(written)}; it is left out`;
  report(file, "error", { path }, message, 'write [ { "hooks": [ … ] } ]');
  return null;
}
