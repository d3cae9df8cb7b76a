import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonText } from "./json-text.ts";
import type { JsonPath } from "./json-tree.ts";

/** The hooks that stand in a plugin's own description; its `hooks` may also be a path, or a list of paths and event maps. */
export function manifestHooks(document: JsonText): JsonText {
  const { value } = document;
  const hooks = isObject(value) ? value.hooks : undefined;
  if (isObject(hooks) || (hooks !== undefined && typeof hooks !== "string" && !Array.isArray(hooks))) {
    return document;
  }
  const listed: readonly Json[] = Array.isArray(hooks) ? hooks : [];
  const maps = listed.map((one) => (isObject(one) ? one : {}));
  const odd = listed.flatMap((one, index) => (isObject(one) || typeof one === "string" ? [] : [index]));
  const problems = odd.map((index) => ({
    severity: "error" as const,
    ...document.locate(["hooks", index]),
    message: "a plugin's hooks are paths of files and event maps; this is left out",
    hint: 'write "./hooks/more.json" or { "PreToolUse": [ … ] }',
  }));
  return {
    ...document,
    problems: [...document.problems, ...problems],
    recheck: null,
    value: maps.length > 0 ? { ...(isObject(value) && value), hooks: joined(maps) } : {},
    locate: (path, at) => document.locate(originalPath(maps, path), at),
  };
}

/** The paths of hook files that a plugin's description names, and the way to each. */
export function manifestPaths(value: Json): readonly { readonly path: string; readonly at: JsonPath }[] {
  const { hooks } = isObject(value) ? value : {};
  if (typeof hooks === "string") return [{ path: hooks, at: ["hooks"] }];
  const listed: readonly Json[] = Array.isArray(hooks) ? hooks : [];
  return listed.flatMap((one, index) =>
    typeof one === "string" ? [{ path: one, at: ["hooks", index] }] : [],
  );
}

function joined(maps: readonly JsonObject[]): JsonObject {
  const all: { [event: string]: Json } = {};
  for (const event of new Set(maps.flatMap((map) => Object.keys(map)))) {
    all[event] = maps.flatMap((map) => groupsOf(map, event));
  }
  return all;
}

/** What is no list stays what it is, so that it is reported. */
function groupsOf(map: JsonObject, event: string): readonly Json[] {
  const groups = map[event];
  if (groups === undefined) return [];
  return Array.isArray(groups) ? groups : [groups];
}

/** Where a group of the joined map stands in the list that it was made of. */
function originalPath(maps: readonly JsonObject[], path: JsonPath): JsonPath {
  const [top, event, index, ...rest] = path;
  if (top !== "hooks" || typeof event !== "string") return path;
  let before = 0;
  for (const [place, map] of maps.entries()) {
    const count = groupsOf(map, event).length;
    if (count === 0) continue;
    if (index === undefined) return [top, place, event];
    if (typeof index === "number" && index < before + count)
      return [top, place, event, index - before, ...rest];
    before += count;
  }
  return path;
}
