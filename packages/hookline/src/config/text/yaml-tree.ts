import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLError,
} from "yaml";
import { deepest } from "./json-scan.ts";
import type { JsonNode } from "./json-tree.ts";

/** Aliases make much of little: nobody writes more by hand. */
const largest = 20_000;

/** Why a text is no YAML, and where. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: string;
}

/** The tree of a YAML text that begins at this offset of its file; of equal keys all are in it. */
export function yamlTree(text: string, offset: number): JsonNode | YamlProblem {
  try {
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    const [error] = document.errors;
    return error ? problemOf(error, offset) : treeOf(document, offset);
  } catch (thrown) {
    return { offset, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Throws for what is nested too deep or says too much. */
function treeOf(document: Document.Parsed, offset: number): JsonNode {
  let count = 0;
  const nodeOf = (node: Node | null | undefined, near: number, depth: number): JsonNode => {
    if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`);
    if (++count > largest) throw new RangeError(`more than ${largest} values`);
    const at = node?.range ? offset + node.range[0] : near;
    if (isAlias(node)) return nodeOf(node.resolve(document), at, depth + 1);
    if (isSeq<ParsedNode>(node)) {
      return { kind: "list", offset: at, items: node.items.map((item) => nodeOf(item, at, depth + 1)) };
    }
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      const members = node.items.map(({ key, value }) => {
        const start = key.range ? offset + key.range[0] : at;
        return { key: keyText(key), offset: start, node: nodeOf(value, start, depth + 1) };
      });
      return { kind: "object", offset: at, members };
    }
    const value: unknown = isScalar(node) ? node.value : null;
    const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return { kind: "plain", offset: at, value: plain ? value : null };
  };
  return nodeOf(document.contents, offset, 0);
}

function keyText(key: ParsedNode): string {
  return isScalar(key) ? String(key.value) : "";
}

function problemOf({ pos: [start], message }: YAMLError, offset: number): YamlProblem {
  return { offset: offset + start, message: message.split("\n")[0] ?? message };
}
