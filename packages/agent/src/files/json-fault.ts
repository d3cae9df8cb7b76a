import type { Node } from "jsonc-parser";

/** Nothing that people write by hand is deeper. */
const deepest = 64;

/** What in valid JSON two readers may understand differently or choke on: a key that stands twice in one object, or a depth without end. */
export function jsonFault(root: Node): { readonly offset: number; readonly what: string } | null {
  const left = [{ node: root, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, depth } = next;
    if (depth > deepest)
      return { offset: node.offset, what: `this is nested deeper than ${deepest}; make it flatter` };
    const keys = new Set<unknown>();
    for (const { type, children: [key] = [] } of node.children ?? []) {
      if (type !== "property" || !key) continue;
      if (keys.has(key.value))
        return { offset: key.offset, what: `"${key.value}" is there twice; put both into one` };
      keys.add(key.value);
    }
    const below = node.type === "property" ? depth : depth + 1;
    for (const child of (node.children ?? []).toReversed()) left.push({ node: child, depth: below });
  }
  return null;
}
