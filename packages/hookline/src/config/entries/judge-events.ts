import type { Hook } from "../../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { type BoundEvent, boundEvents, eventSpot } from "./bindings.ts";
import { shownValue } from "./check-fields.ts";
import { type FileJudge, report } from "./file-judge.ts";
import { holdsWhatMust, judgeGroup } from "./judge-group.ts";
import type { GroupPlace } from "./judged-entry.ts";

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
    const [event, ...others] = groups ? boundEvents(file, key, eventSpot([top, key])) : [];
    if (!groups || !event) {
      if (holdsWhatMust(file, written[key])) file.mustFail = true;
      continue;
    }
    for (let index = 0; index < groups.length; index++) {
      const place = { event, number: count.next++, top, key, index, bare: false };
      judgeForEach(file, place, others, groups[index] ?? null, hooks);
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
    const name = isObject(written) ? written.event : undefined;
    const [event, ...others] =
      typeof name === "string" ? boundEvents(file, name, { path: [...path, "event"] }) : [];
    if (typeof name !== "string") reportUnnamed(file, path, written, name);
    if (!event) {
      if (holdsWhatMust(file, written)) file.mustFail = true;
      continue;
    }
    const place = { event, number: count.next++, top, key: null, index, bare: true };
    judgeForEach(file, place, others, written, hooks);
  }
}

/** A name that stands for several events makes a hook of each; what is wrong with an entry is said once. */
function judgeForEach(
  file: FileJudge,
  place: GroupPlace,
  others: readonly BoundEvent[],
  written: Json,
  hooks: Hook[],
): void {
  judgeGroup(file, place, written, hooks);
  if (others.length === 0) return;
  file.muted = true;
  for (const event of others) judgeGroup(file, { ...place, event }, written, hooks);
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
