import { forEachChild, parse, type SyntaxNode } from "unbash";
import { isCostly } from "./parse-cost.ts";

/** The syntax of a text, flat: each node with the place of its parent in the list, parents first. */
export interface Syntax {
  readonly text: string;
  readonly nodes: readonly SyntaxNode[];
  readonly parents: readonly number[];
}

/** How much is read of nested syntax, in nodes and in characters: each level is read once more by the parser. */
const mostNodes = 20_000;
const nestedCharacters = 1_000_000;

/** Reads a shell text; null if it is not valid shell, or too large or too deep to be read. */
export function readSyntax(text: string): Syntax | null {
  if (isCostly(text)) return null;
  const nodes: SyntaxNode[] = [];
  const parents: number[] = [];
  let budget = nestedCharacters;
  try {
    const open: { readonly node: SyntaxNode; readonly parent: number }[] = [
      { node: parse(text), parent: -1 },
    ];
    for (let item = open.pop(); item; item = open.pop()) {
      const { node, parent } = item;
      if (node.type === "Script") {
        if (node.errors?.length) return null;
        budget -= node.end - node.pos;
      }
      const at = nodes.length;
      if (budget < 0 || at > mostNodes) return null;
      nodes.push(node);
      parents.push(parent);
      // Positions in back-ticks can belong to another text, and nothing may be replaced there.
      if (!isBackTick(node)) forEachChild(node, (child) => open.push({ node: child, parent: at }));
    }
  } catch {
    // The parser recurses, so a text can be too deep for the stack.
    return null;
  }
  return { text, nodes, parents };
}

/** True for a command substitution in back-ticks. */
export function isBackTick(node: SyntaxNode): boolean {
  return node.type === "CommandExpansion" && node.text.startsWith("`");
}

/** The nodes around a range, from the whole text to the innermost. */
export function pathTo(syntax: Syntax, start: number, end: number): readonly SyntaxNode[] {
  let innermost = -1;
  for (const [at, node] of syntax.nodes.entries()) {
    if (node.pos > start || node.end < end) continue;
    // The text of a here-document lies outside of the command that reads it, so depth counts and not order.
    if (innermost < 0 || depth(syntax, at) > depth(syntax, innermost)) innermost = at;
  }
  return pathOf(syntax, innermost);
}

/** The nodes around one node of the list and itself, from the whole text on. */
export function pathOf(syntax: Syntax, index: number): readonly SyntaxNode[] {
  const path: SyntaxNode[] = [];
  for (let at = index; at >= 0; at = syntax.parents[at] ?? -1) {
    const node = syntax.nodes[at];
    if (node) path.push(node);
  }
  return path.reverse();
}

function depth(syntax: Syntax, from: number): number {
  let levels = 0;
  for (let at = from; at >= 0; at = syntax.parents[at] ?? -1) levels += 1;
  return levels;
}

/** Nodes that hold commands, and no text of their own. */
const structure: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Script",
  "Statement",
  "CompoundList",
  "AndOr",
  "Pipeline",
  "Command",
  "Redirected",
  "If",
  "Elif",
  "For",
  "Select",
  "While",
  "Case",
  "CaseItem",
  "Function",
  "Subshell",
  "BraceGroup",
  "ArithmeticFor",
  "CommandExpansion",
  "ProcessSubstitution",
]);

/** True if a place that belongs to no word stands behind a `#` of its line that belongs to no word either. */
export function isComment(syntax: Syntax, path: readonly SyntaxNode[], start: number): boolean {
  const innermost = path.at(-1);
  if (!innermost || !structure.has(innermost.type) || isBackTick(innermost)) return false;
  const line = syntax.text.lastIndexOf("\n", start - 1) + 1;
  for (
    let at = syntax.text.indexOf("#", line);
    at >= 0 && at < start;
    at = syntax.text.indexOf("#", at + 1)
  ) {
    const around = pathTo(syntax, at, at + 1).at(-1);
    if (around && structure.has(around.type)) return true;
  }
  return false;
}
