import type { Json } from "../../contract/json.ts";
import { type Census, listsInText, plainLists, takeCensus } from "./json-census.ts";
import { scanTree, tooDeep, tooDeepAt } from "./json-scan.ts";
import {
  cleanTree,
  type JsonNode,
  type JsonPath,
  type KeyProblem,
  offsetOf,
  treeValue,
} from "./json-tree.ts";
import { lineFinder, type Position } from "./text-lines.ts";

/** Something wrong in the text itself. */
export interface TextProblem extends Position {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string;
}

/** A JSON text that could be read: its value, what was wrong with its keys, and where everything stands. */
export interface JsonText {
  readonly value: Json;
  readonly problems: readonly TextProblem[];
  /** Looks at every key, for a text in which something unusual was met: gives the text anew if a key is wrong. Null if that was done. */
  readonly recheck: (() => JsonText | null) | null;
  /** Where a value begins, or the key before it; what is absent is where its container begins. */
  locate(path: JsonPath, at?: "key" | "value"): Position;
}

/** Reads JSON, also with comments, trailing commas and a byte order mark; no list under a key that is written twice is lost, and `thorough` reports every such key. */
export async function parseJsonText(source: string, thorough = false): Promise<JsonText | TextProblem> {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const strict = parseStrict(text, thorough);
  if (strict) return strict;
  const deep = tooDeepAt(text);
  if (deep !== null) return broken(text, deep, tooDeep.message, tooDeep.hint);
  const { parseLenient } = await import("./json-lenient.ts");
  const tree = parseLenient(text);
  return "kind" in tree ? textOfTree(text, tree) : broken(text, tree.offset, tree.message, tree.hint);
}

/** The fast way, for a text without comments; null for one that needs another way. */
function parseStrict(text: string, thorough: boolean): JsonText | null {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const lists = listsInText(text);
  // Of equal keys `JSON.parse` keeps the last: a second `PreToolUse` would silently drop the guards under the first.
  if (!thorough && lists === plainLists(value))
    return plainText(text, value, () => checkedText(text, value, lists));
  const census = takeCensus(value);
  if (census.tooDeep) return null;
  if (thorough || isSuspect(census, lists)) return textOfTree(text, scanTree(text));
  return plainText(text, value, null);
}

/** Reads a text again whose value holds something unusual; null if it is as it should be. */
function checkedText(text: string, value: Json, lists: number): JsonText | null {
  return isSuspect(takeCensus(value), lists) ? textOfTree(text, scanTree(text)) : null;
}

function isSuspect(census: Census, lists: number): boolean {
  return census.unsafe || census.tooDeep || census.lists !== lists;
}

function plainText(text: string, value: Json, recheck: JsonText["recheck"]): JsonText {
  const position = lineFinder(text);
  let tree: JsonNode | null = null;
  return {
    value,
    problems: [],
    recheck,
    locate(path, at = "value") {
      tree ??= scanTree(text);
      return position(offsetOf(tree, path, at));
    },
  };
}

/** A text with this tree: unsafe keys left out, each key once, and what was wrong with them. */
export function textOfTree(text: string, written: JsonNode): JsonText {
  const found: KeyProblem[] = [];
  const tree = cleanTree(written, found);
  found.sort((one, other) => one.offset - other.offset);
  const position = lineFinder(text);
  return {
    value: treeValue(tree),
    problems: found.map(({ severity, offset, message, hint }) => ({
      ...position(offset),
      severity,
      message,
      hint,
    })),
    recheck: null,
    locate: (path, at = "value") => position(offsetOf(tree, path, at)),
  };
}

function broken(text: string, offset: number, message: string, hint: string): TextProblem {
  return { ...lineFinder(text)(offset), severity: "error", message, hint };
}
