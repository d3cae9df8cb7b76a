import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { broken, type EntryPlace, entriesIn, membersOf, memberValue, placeOf, topOf } from "./json-places.ts";
import { withAdded, withoutChild, withValue } from "./splice.ts";
import { styleOf, writeJson } from "./write-json.ts";

/** Groups of hooks by their events, as a hook file has them. */
export type HookBlock = { readonly [event: string]: readonly JsonObject[] };

/** One change of a native hook file. */
export type HookFileChange =
  | { readonly kind: "add"; readonly hooks: HookBlock }
  | { readonly kind: "remove"; readonly ids: readonly string[] }
  | { readonly kind: "switch"; readonly id: string; readonly on: boolean }
  /** A key at the top of the file. */
  | { readonly kind: "set"; readonly name: string; readonly value: Json }
  | { readonly kind: "unset"; readonly name: string };

/** The text of a hook file after changes, and nothing else of it changed; null is a file that is not there. Throws, with the place, where that cannot be done. */
export function changedText(text: string | null, path: string, changes: readonly HookFileChange[]): string {
  const mark = text?.startsWith("\uFEFF") ? "\uFEFF" : "";
  let now = text?.slice(mark.length) ?? `${writeJson({ hooks: {} }, styleOf(""), "")}\n`;
  for (const change of changes) now = changed(now, path, change);
  topOf(now, path);
  return mark + now;
}

function changed(text: string, path: string, change: HookFileChange): string {
  if (change.kind === "add") return added(text, path, change.hooks);
  if (change.kind === "remove") return change.ids.reduce((now, id) => removed(now, path, id), text);
  if (change.kind === "switch") return switched(text, path, change.id, change.on);
  return change.kind === "set" ? set(text, path, change.name, change.value) : unset(text, path, change.name);
}

function added(text: string, path: string, hooks: HookBlock): string {
  const there = new Map(entriesIn(text, topOf(text, path)).map((entry) => [entry.id, entry]));
  for (const id of idsOf(hooks)) {
    const same = there.get(id);
    if (same)
      throw broken(
        `${placeOf(text, path, same.entry)}: the id "${id}" is taken; choose another one with --id`,
      );
  }
  let now = text;
  for (const [event, groups] of Object.entries(hooks))
    for (const group of groups) now = withGroup(now, path, event, group);
  return now;
}

/** The ids that the entries of a block name. */
export function idsOf(hooks: HookBlock): readonly string[] {
  const entries = Object.values(hooks).flatMap((groups) =>
    groups.flatMap((group): readonly Json[] => (Array.isArray(group.hooks) ? group.hooks : [])),
  );
  return entries.flatMap((entry) => (isObject(entry) && typeof entry.id === "string" ? [entry.id] : []));
}

function withGroup(text: string, path: string, event: string, group: JsonObject): string {
  const style = styleOf(text);
  const top = topOf(text, path);
  const [member] = membersOf(top, "hooks");
  const events = member && memberValue(member);
  if (!events) return withAdded(text, top, style, { [event]: [group] }, "hooks");
  if (events.type !== "object")
    throw broken(`${placeOf(text, path, events)}: "hooks" is no object; write { … } there first`);
  const groups = membersOf(events, event).map(memberValue)[0];
  if (!groups) return withAdded(text, events, style, [group], event);
  if (groups.type !== "array")
    throw broken(`${placeOf(text, path, groups)}: "${event}" is no list of groups; write [ … ] there first`);
  return withAdded(text, groups, style, group);
}

/** Takes out every entry with an id, and the group and the event that have none left. */
function removed(text: string, path: string, id: string): string {
  let now = text;
  for (let found = one(now, path, id); found; found = one(now, path, id)) now = without(now, found);
  if (now === text) throw broken(`${path}: there is no hook "${id}" in it`);
  return now;
}

function one(text: string, path: string, id: string): EntryPlace | undefined {
  return entriesIn(text, topOf(text, path)).find((entry) => entry.id === id);
}

function without(text: string, place: EntryPlace): string {
  const { list, index, groups, groupIndex, events, eventIndex } = place;
  if (list.children?.length !== 1) return withoutChild(text, list, index);
  if (groups.children?.length !== 1) return withoutChild(text, groups, groupIndex);
  return withoutChild(text, events, eventIndex);
}

function switched(text: string, path: string, id: string, on: boolean): string {
  const count = entriesIn(text, topOf(text, path)).filter((entry) => entry.id === id).length;
  if (count === 0) throw broken(`${path}: there is no hook "${id}" in it`);
  let now = text;
  // An entry without an id has another one after its switch; the others are found by their place.
  const entries = entriesIn(text, topOf(text, path)).flatMap((entry, at) => (entry.id === id ? [at] : []));
  for (const at of entries) {
    const entry = entriesIn(now, topOf(now, path))[at];
    if (entry) now = switchedEntry(now, entry, on);
  }
  return now;
}

function switchedEntry(text: string, { entry }: EntryPlace, on: boolean): string {
  const index = (entry.children ?? []).findLastIndex(({ children: [key] = [] }) => key?.value === "enabled");
  const value = index < 0 ? undefined : memberValue(entry.children?.[index] ?? entry);
  if (value === undefined) return on ? text : withAdded(text, entry, styleOf(text), false, "enabled");
  if (!on) return value.value === false ? text : withValue(text, value, false);
  return value.value === false ? withoutChild(text, entry, index) : text;
}

function set(text: string, path: string, name: string, value: Json): string {
  const top = topOf(text, path);
  const [there] = membersOf(top, name);
  if (!there) return withAdded(text, top, styleOf(text), value, name);
  throw broken(`${placeOf(text, path, there)}: "${name}" is there already; change it by hand`);
}

function unset(text: string, path: string, name: string): string {
  const top = topOf(text, path);
  const index = (top.children ?? []).findIndex(({ children: [key] = [] }) => key?.value === name);
  return index < 0 ? text : withoutChild(text, top, index);
}
