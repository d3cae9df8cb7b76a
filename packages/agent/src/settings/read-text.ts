import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { jsonFault } from "../files/json-fault.ts";

/** A settings text as a tree, and a way to say what is wrong where. */
export interface SettingsText {
  /** Null for a text that holds nothing. */
  readonly root: Node | null;
  /** The first mistake in its grammar, or what else makes it unsure. */
  readonly mistake: string | null;
  /** Says something about a place in it: `file:line:column: text`. */
  at(offset: number, text: string): string;
  /** The line of a place, from 1 on. */
  line(offset: number): number;
}

/** Reads JSON with comments, trailing commas and a byte order mark. */
export function readText(source: string, shown: string): SettingsText {
  // The mark takes no column.
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const position = (offset: number) => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
  };
  const at = (offset: number, what: string) => {
    const { line, column } = position(offset);
    return `${shown}:${line}:${column}: ${what}`;
  };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) ?? null;
  const [first] = errors;
  const fault = root && jsonFault(root);
  const mistake = first
    ? at(
        first.offset,
        `this is no valid JSON (${words(first)}); mend it: only what refuses counts until then`,
      )
    : fault
      ? at(fault.offset, `${fault.what}: only what refuses counts until then`)
      : null;
  return { root, mistake, at, line: (offset) => position(offset).line };
}

function words({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

/** The members of an object with their keys, in the order in which they are written, a repeated key as often as it is there. */
export function membersOf(
  node: Node,
): readonly { readonly key: string; readonly keyNode: Node; readonly value: Node }[] {
  return (node.children ?? []).flatMap(({ children: [keyNode, value] = [] }) =>
    keyNode && value ? [{ key: String(keyNode.value), keyNode, value }] : [],
  );
}

/** What a node is called when it is of the wrong kind. */
export function kindOf(node: Node): string {
  if (node.type === "array") return "a list";
  if (node.type === "null") return "null";
  return node.type === "object" ? "an object" : `a ${node.type}`;
}
