import {
  applyEdits,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { HooklineError } from "../../contract/errors.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../../contract/json.ts";

/** A hook as Code-Forge writes it; what else stands in an entry is kept. */
export interface ForgeHook extends JsonObject {
  readonly event: string;
  readonly command: string;
  /** In seconds; 10 by default. */
  readonly timeout?: number;
  /** Relative to the project, which is the default. */
  readonly working_dir?: string;
  readonly env?: { readonly [name: string]: string };
  readonly enabled?: boolean;
  readonly description?: string;
}

/** The text of a hook file: its hooks, and where its list stands. */
export interface HookText {
  readonly text: string;
  readonly hooks: readonly ForgeHook[];
  /** Null if it has none. */
  readonly list: Node | null;
}

/** Reads the text of a hook file, which is called so in errors; comments and trailing commas are allowed. */
export function readHookText(text: string, file: string): HookText {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) throw wrong(`${file}:${positionOf(text, error.offset)}: ${printParseErrorCode(error.error)}`);
  if (tree?.type !== "object") throw wrong(`${file} must hold an object: { "hooks": [ … ] }`);
  const lists = (tree.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key?.value === "hooks" && value ? [value] : [],
  );
  const [list = null, second] = lists;
  if (second)
    throw wrong(`${file}:${positionOf(text, second.offset)}: "hooks" is there twice; make one list of them`);
  const value: Json = list === null ? [] : getNodeValue(list);
  if (!Array.isArray(value)) throw wrong(`${file}: "hooks" must be a list`);
  const stranger = value.findIndex((hook) => !isHook(hook));
  if (stranger >= 0)
    throw wrong(`${file}: hook ${stranger + 1} must be an object with "event" and "command"`);
  return { text, hooks: value.filter(isHook), list };
}

/** The text with other hooks: what is the same at the beginning and at the end of the list keeps its text, and so does all else. */
export function editHookText({ text, hooks: old, list }: HookText, hooks: readonly ForgeHook[]): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (list === null) {
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol };
    return applyEdits(text, modify(text, ["hooks"], hooks, { formattingOptions }));
  }
  const [first, last] = sameEnds(old, hooks);
  const fresh = hooks.slice(first, hooks.length - last);
  if (fresh.length === 0 && old.length === hooks.length) return text;
  const nodes = list.children ?? [];
  const [before, after] = [nodes[first - 1], nodes[nodes.length - last]];
  const from = before ? before.offset + before.length : list.offset + 1;
  const end = after?.offset ?? list.offset + list.length - 1;
  const added = fresh.map((hook) => `${eol}${indented(hook, eol)}`).join(",");
  // What is only put between others leaves what stands there, comments among it.
  if (first + last === old.length && old.length > 0) {
    return spliced(text, from, from, before ? `,${added}` : `${added},`);
  }
  const close = after ? `${fresh.length > 0 ? "," : ""}${eol}    ` : `${eol}  `;
  const open = before && (fresh.length > 0 || after) ? "," : "";
  return spliced(text, from, end, hooks.length === 0 ? "" : `${open}${added}${close}`);
}

/** How many hooks are the same at the beginning, and how many of the others at the end. */
function sameEnds(old: readonly ForgeHook[], hooks: readonly ForgeHook[]): readonly [number, number] {
  const same = (one: Json | undefined, other: Json | undefined) =>
    canonicalJson(one) === canonicalJson(other);
  const shorter = Math.min(old.length, hooks.length);
  let first = 0;
  while (first < shorter && same(old[first], hooks[first])) first++;
  let last = 0;
  while (last < shorter - first && same(old.at(-1 - last), hooks.at(-1 - last))) last++;
  return [first, last];
}

function indented(hook: ForgeHook, eol: string): string {
  const lines = JSON.stringify(hook, null, 2).split("\n");
  return lines.map((line) => `    ${line}`).join(eol);
}

function spliced(text: string, from: number, end: number, between: string): string {
  return text.slice(0, from) + between + text.slice(end);
}

function isHook(value: Json): value is ForgeHook {
  return isObject(value) && typeof value.event === "string" && typeof value.command === "string";
}

function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** What a caller is told about a file that cannot be read. */
export function wrong(message: string): HooklineError {
  return new HooklineError("invalid-option", message);
}
