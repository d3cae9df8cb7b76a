import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { HooklineError } from "../../contract/errors.ts";
import { isObject, type JsonObject } from "../../contract/json.ts";
import { idOf } from "../entries/entry-words.ts";
import { parseLenient } from "../text/json-lenient.ts";
import { tooDeep, tooDeepAt } from "../text/json-scan.ts";
import { cleanTree, treeValue } from "../text/json-tree.ts";
import { lineFinder } from "../text/text-lines.ts";

/** An entry of a hook file, and the nodes that it stands in. */
export interface EntryPlace {
  readonly id: string;
  /** True if its id is written; without one it is made of the entry, and changes with it. */
  readonly named: boolean;
  readonly event: string;
  readonly written: JsonObject;
  /** The entry, the list it is in, the list of its group, the object with the events: each with the index in its parent. */
  readonly entry: Node;
  readonly list: Node;
  readonly index: number;
  readonly groups: Node;
  readonly groupIndex: number;
  readonly events: Node;
  readonly eventIndex: number;
}

/** The object at the top of a hook file; throws with the place of what is wrong. */
export function topOf(text: string, path: string): Node {
  const deep = tooDeepAt(text);
  const read = deep === null ? parseLenient(text) : { ...tooDeep, offset: deep };
  if (!("kind" in read)) {
    const { line, column } = lineFinder(text)(read.offset);
    throw broken(`${path}:${line}:${column}: ${read.message}; ${read.hint}`);
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type !== "object")
    throw broken(`${path}:1:1: a hook file is an object; write { "hooks": { … } }`);
  return root;
}

/** The members of an object with a name, as their nodes: a name may be written twice. */
export function membersOf(object: Node, name: string): readonly Node[] {
  return (object.children ?? []).filter(({ children: [key] = [] }) => key?.value === name);
}

/** The value of a member. */
export function memberValue({ children: [, value] = [] }: Node): Node | undefined {
  return value;
}

/** Where the node of a file stands, as people read it. */
export function placeOf(text: string, path: string, { offset }: Node): string {
  const { line, column } = lineFinder(text)(offset);
  return `${path}:${line}:${column}`;
}

/** What a node says, without keys that are left out when the file is read. */
export function readNode(text: string, { offset, length }: Node): unknown {
  const tree = parseLenient(text.slice(offset, offset + length));
  return "kind" in tree ? treeValue(cleanTree(tree, [])) : undefined;
}

/** Every entry of a hook file in the order it is written; what is no entry is left out. */
export function entriesIn(text: string, top: Node): readonly EntryPlace[] {
  const found: EntryPlace[] = [];
  for (const member of membersOf(top, "hooks")) {
    const events = memberValue(member);
    if (events?.type !== "object") continue;
    for (const [eventIndex, of] of (events.children ?? []).entries()) {
      const groups = memberValue(of);
      const event = String(of.children?.[0]?.value);
      for (const [groupIndex, group] of itemsOf(groups)) {
        const list = membersOf(group, "hooks").map(memberValue).at(-1);
        for (const [index, entry] of itemsOf(list)) {
          const written = readNode(text, entry);
          if (!isObject(written) || !list || !groups) continue;
          const named = typeof written.id === "string" && written.id !== "";
          const id = idOf(event, written);
          found.push({
            id,
            named,
            event,
            written,
            entry,
            list,
            index,
            groups,
            groupIndex,
            events,
            eventIndex,
          });
        }
      }
    }
  }
  return found;
}

function itemsOf(list: Node | undefined): readonly (readonly [number, Node])[] {
  const items = list?.type === "array" ? [...(list.children ?? []).entries()] : [];
  return items.filter(([, item]) => item.type === "object");
}

/** A file that cannot be changed as it is. */
export function broken(message: string): HooklineError {
  return new HooklineError("invalid-option", message);
}
