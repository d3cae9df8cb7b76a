import {
  isAlias,
  isCollection,
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
  const walk = { offset, count: 0, at: offset, anchors: new Map<string, Node>() };
  try {
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    const [error] = document.errors;
    return error ? problemOf(error, offset) : treeOf(walk, document.contents, 0);
  } catch (thrown) {
    return { offset: walk.at, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

interface Walk {
  /** Where the text begins in its file, and where the walk is. */
  readonly offset: number;
  at: number;
  count: number;
  /** What aliases stand for. */
  readonly anchors: Map<string, Node>;
}

/** Throws for what is nested too deep, says too much, or stands for nothing. */
function treeOf(walk: Walk, node: Node | null | undefined, depth: number): JsonNode {
  if (node?.range) walk.at = walk.offset + node.range[0];
  if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`);
  if (++walk.count > largest) throw new RangeError(`more than ${largest} values`);
  const { at: offset } = walk;
  if (isAlias(node)) {
    const meant = walk.anchors.get(node.source);
    if (!meant) throw new RangeError(`*${node.source} stands for nothing`);
    return treeOf(walk, meant, depth + 1);
  }
  if ((isScalar(node) || isCollection(node)) && node.anchor) walk.anchors.set(node.anchor, node);
  if (isSeq<ParsedNode>(node)) {
    return { kind: "list", offset, items: node.items.map((item) => treeOf(walk, item, depth + 1)) };
  }
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    const members = node.items.map(({ key, value }) => {
      if (key.range) walk.at = walk.offset + key.range[0];
      const { at } = walk;
      return {
        key: isScalar(key) ? String(key.value) : "",
        offset: at,
        node: treeOf(walk, value, depth + 1),
      };
    });
    return { kind: "object", offset, members };
  }
  const value: unknown = isScalar(node) ? node.value : null;
  const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return { kind: "plain", offset, value: plain ? value : null };
}

function problemOf({ pos: [start], message }: YAMLError, offset: number): YamlProblem {
  return { offset: offset + start, message: message.split("\n")[0] ?? message };
}
