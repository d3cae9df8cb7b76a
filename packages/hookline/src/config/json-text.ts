import { isObject, type Json } from "../contract/json.ts";
import { deepest, scanTree, tooDeepAt } from "./json-scan.ts";
import {
  cleanTree,
  type JsonNode,
  type JsonPath,
  type KeyProblem,
  offsetOf,
  treeValue,
  isUnsafe,
} from "./json-tree.ts";

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

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
  /** Where a value begins, or the key before it; what is absent is where its container begins. */
  locate(path: JsonPath, at?: "key" | "value"): Position;
}

/** Reads JSON, with comments, trailing commas and a byte order mark if need be; a text that cannot be read is one problem. */
export async function parseJsonText(source: string): Promise<JsonText | TextProblem> {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const strict = parseStrict(text);
  if (strict) return strict;
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const hint = "hook files are never that deep: look for a bracket that is not closed";
    return problemAt(text, {
      severity: "error",
      offset: deep,
      message: `nested more than ${deepest} deep`,
      hint,
    });
  }
  const { parseLenient } = await import("./json-lenient.ts");
  const tree = parseLenient(text);
  return "kind" in tree ? textOfTree(text, tree) : problemAt(text, { severity: "error", ...tree });
}

/** The fast way, for a text without comments; null for one that needs another way. */
function parseStrict(text: string): JsonText | null {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const lists = countLists(value, 1);
  if (Number.isNaN(lists)) return tooDeepAt(text) === null ? textOfTree(text, scanTree(text)) : null;
  if (lists !== countWords(text)) return textOfTree(text, scanTree(text));
  let tree: JsonNode | null = null;
  return {
    value,
    problems: [],
    locate(path, at = "value") {
      tree ??= scanTree(text);
      return positionOf(text, offsetOf(tree, path, at));
    },
  };
}

function textOfTree(text: string, written: JsonNode): JsonText {
  const found: KeyProblem[] = [];
  const tree = cleanTree(written, found);
  return {
    value: treeValue(tree),
    problems: found.map((problem) => problemAt(text, problem)),
    locate: (path, at = "value") => positionOf(text, offsetOf(tree, path, at)),
  };
}

/** How many keys `hooks` a value has; NaN if there is an unsafe key or the value is nested too deeply. */
function countLists(value: Json, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > deepest) return Number.NaN;
  let count = 0;
  if (!isObject(value)) {
    for (const item of value) if (typeof item === "object") count += countLists(item, depth + 1);
    return count;
  }
  for (const key in value) {
    if (key === "hooks") count++;
    else if (isUnsafe(key)) return Number.NaN;
    const item = value[key];
    if (typeof item === "object") count += countLists(item, depth + 1);
  }
  return count;
}

/**
 * How often the text says `hooks"`. Of equal keys `JSON.parse` keeps the last; if that dropped an event or a group, the
 * text says it more often than the value has it. To count all keys would cost as much as all judging.
 */
function countWords(text: string): number {
  let count = 0;
  for (let at = text.indexOf(listWord); at >= 0; at = text.indexOf(listWord, at + listWord.length)) count++;
  return count;
}

const listWord = 'hooks"';

function problemAt(text: string, { severity, offset, message, hint }: KeyProblem): TextProblem {
  return { ...positionOf(text, offset), severity, message, hint };
}

function positionOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
