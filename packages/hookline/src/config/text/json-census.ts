import { isObject, isUnsafeName, type Json, type JsonObject } from "../../contract/json.ts";
import { deepest } from "./json-scan.ts";

/** What a parsed value holds. */
export interface Census {
  lists: number;
  unsafe: boolean;
  tooDeep: boolean;
}

/** Counts what a value holds, all the way down. */
export function takeCensus(value: Json): Census {
  const census = { lists: 0, unsafe: false, tooDeep: false };
  if (typeof value === "object" && value !== null) count(value, 1, census);
  return census;
}

function count(value: readonly Json[] | JsonObject, depth: number, census: Census): void {
  if (depth > deepest) {
    census.tooDeep = true;
  } else if (isList(value)) {
    census.lists++;
    for (let index = 0; index < value.length; index++) {
      const item = value[index];
      if (typeof item === "object" && item !== null) count(item, depth + 1, census);
    }
  } else {
    for (const key in value) {
      if (isUnsafeName(key)) census.unsafe = true;
      const item = value[key];
      if (typeof item === "object" && item !== null) count(item, depth + 1, census);
    }
  }
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

/** How many lists a text may hold; brackets in strings may be among them. */
export function listsInText(text: string): number {
  let found = 0;
  for (let bracket = text.indexOf("["); bracket >= 0; bracket = text.indexOf("[", bracket + 1)) {
    let before = bracket - 1;
    while (text.charCodeAt(before) <= 32) before--;
    // A list stands at the beginning or after a colon, a comma or a bracket; most brackets in strings do not.
    const code = text.charCodeAt(before);
    if (code === 58 || code === 44 || code === 91 || before < 0) found++;
  }
  return found;
}

/** How many lists a hook file has that holds nothing but events, groups and simple entries; -1 for any other value. */
export function plainLists(value: Json): number {
  if (!isObject(value) || !isObject(value.hooks)) return -1;
  let lists = 0;
  for (const event in value.hooks) {
    const groups = value.hooks[event];
    if (!Array.isArray(groups)) return -1;
    lists += 1 + groups.length;
    for (let index = 0; index < groups.length; index++) {
      if (!Array.isArray(groups[index]?.hooks)) return -1;
    }
  }
  return lists;
}
