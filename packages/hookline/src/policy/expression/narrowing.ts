import type { ASTNode } from "@marcbachmann/cel-js";

/**
 * The programs that an expression about a command can be true for, as far as it says so itself: `command.program == "rm" && …`. Null if
 * it could be any. For every other program it is false, whatever else it holds.
 */
export function narrowedPrograms(node: ASTNode): ReadonlySet<string> | null {
  switch (node.op) {
    case "&&": {
      const [left, right] = node.args.map(narrowedPrograms);
      if (!left || !right) return left ?? right ?? null;
      return left.size < right.size ? left : right;
    }
    case "||": {
      const [left, right] = node.args.map(narrowedPrograms);
      return left && right ? new Set([...left, ...right]) : null;
    }
    case "==":
      return isProgram(node.args[0]) ? textsOf([node.args[1]]) : null;
    case "in": {
      const [value, list] = node.args;
      return isProgram(value) && list.op === "list" ? textsOf(list.args) : null;
    }
    default:
      return null;
  }
}

function isProgram(node: ASTNode): boolean {
  if (node.op !== "." || node.args[1] !== "program") return false;
  const [of] = node.args;
  return of.op === "id" && of.args === "command";
}

function textsOf(nodes: readonly ASTNode[]): ReadonlySet<string> | null {
  const texts = new Set<string>();
  for (const node of nodes) {
    if (node.op !== "value" || typeof node.args !== "string") return null;
    texts.add(node.args);
  }
  return texts;
}
