import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { JsonNode } from "./json-tree.ts";

/** What is wrong in a text that is not JSON, and where. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** Reads JSON with comments and trailing commas; half a text is a problem, never half a tree. */
export function parseLenient(text: string): JsonNode | SyntaxProblem {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) return problemOf(text, first);
  return root ? treeOf(root) : problemOf(text, { error: 4, offset: 0, length: 0 });
}

function treeOf(node: Node): JsonNode {
  const { type, offset, children = [] } = node;
  if (type === "array") return { kind: "list", offset, items: children.map(treeOf) };
  if (type === "object") {
    const members = children.flatMap(({ offset, children: [key, value] = [] }) =>
      key && value ? [{ key: String(key.value), offset, node: treeOf(value) }] : [],
    );
    return { kind: "object", offset, members };
  }
  const value: unknown = node.value;
  const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return { kind: "plain", offset, value: plain ? value : null };
}

const sentences: { readonly [code: string]: readonly [message: string, hint: string] } = {
  InvalidNumberFormat: ["this is not a number", "write it with digits only, such as 30 or 1.5"],
  UnexpectedEndOfNumber: ["this number is cut short", "complete it"],
  PropertyNameExpected: ["a key is missing here", 'write "key": value, with the key in double quotes'],
  ValueExpected: ["a value is missing here", "add the value, or remove the comma or key before it"],
  ColonExpected: ["a colon is missing after the key", 'write "key": value'],
  CommaExpected: ["a comma is missing here", "put a comma between the two"],
  CloseBraceExpected: ["an object is not closed", "add the missing }"],
  CloseBracketExpected: ["a list is not closed", "add the missing ]"],
  EndOfFileExpected: ["there is something after the end", "remove it, or the bracket too many before it"],
  UnexpectedEndOfComment: ["a comment is not closed", "end it with */"],
  UnexpectedEndOfString: [
    "a string is not closed",
    'end it with " on the same line; write a line break as \\n',
  ],
  InvalidUnicode: ["\\u needs four digits", "write four hexadecimal digits, such as \\u00e9"],
  InvalidEscapeCharacter: ["this escape does not exist", 'write a backslash as \\\\ and a quote as \\"'],
  InvalidCharacter: ["a string holds a control character", "write a tab as \\t and a line break as \\n"],
};

function problemOf(text: string, { error, offset, length }: ParseError): SyntaxProblem {
  if (text.trim() === "")
    return { offset: 0, message: "the file is empty", hint: "write {} if it should hold no hooks" };
  const written = text.slice(offset, offset + Math.min(length, 40));
  const unknown = [
    `${written} means nothing here`,
    "put strings in double quotes; words are true, false and null",
  ] as const;
  const [message, hint] = sentences[printParseErrorCode(error)] ?? unknown;
  return { offset, message, hint };
}
