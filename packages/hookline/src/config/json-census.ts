import { isObject, type Json } from "../contract/json.ts";
import { deepest } from "./json-scan.ts";
import { isUnsafe } from "./json-tree.ts";

/** What a parsed value holds. */
export interface Census {
  lists: number;
  /** How many keys are `hooks`. */
  hooks: number;
  unsafe: boolean;
  tooDeep: boolean;
}

/** Counts what a value holds, all the way down. */
export function takeCensus(value: Json): Census {
  const census = { lists: 0, hooks: 0, unsafe: false, tooDeep: false };
  if (typeof value === "object" && value !== null) count(value, 1, census);
  return census;
}

function count(value: object, depth: number, census: Census): void {
  if (depth > deepest) {
    census.tooDeep = true;
  } else if (Array.isArray(value)) {
    census.lists++;
    for (const item of value) if (typeof item === "object" && item !== null) count(item, depth + 1, census);
  } else if (isObject(value)) {
    for (const key in value) {
      if (key === "hooks") census.hooks++;
      else if (isUnsafe(key)) census.unsafe = true;
      const item = value[key];
      if (typeof item === "object" && item !== null) count(item, depth + 1, census);
    }
  }
}

/**
 * True if the text holds a list that its value has not: of equal keys `JSON.parse` keeps the last, and a second
 * `PreToolUse` would silently drop the guards under the first. True also where that is only possible.
 */
export function hasLost(text: string, { lists, hooks }: Census): boolean {
  // There are few brackets, so this is quick; those in strings make the second look necessary.
  return occurrences(text, "[") !== lists && occurrences(text, 'hooks"') !== hooks;
}

function occurrences(text: string, word: string): number {
  let found = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found++;
  return found;
}
