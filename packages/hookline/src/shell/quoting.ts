import type { SyntaxNode } from "unbash";

/** What is around a placeholder, as far as quotes go. */
export type Quoting = "bare" | "double" | "single" | "heredoc" | "quoted-heredoc";

/** Why a placeholder cannot stand where it stands, and what to write instead. */
export interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

/** The quoting at the end of a path through the syntax; inside `$(…)` it begins anew. */
export function quotingAt(path: readonly SyntaxNode[]): Quoting {
  for (let at = path.length - 1; at >= 0; at--) {
    const node = path[at];
    if (node?.type === "SingleQuoted") return "single";
    if (node?.type === "DoubleQuoted") return "double";
    if (node?.type === "HereDocBody") {
      const owner = path[at - 1];
      const plain = owner?.type === "HereDoc" && owner.delimiter?.quoted === false;
      return plain ? "heredoc" : "quoted-heredoc";
    }
    if (node?.type === "Script") break;
  }
  return "bare";
}

const assignFirst = 'give it to a variable first (value=…;) and use "$value" there';
const arithmetic: Refusal = {
  reason: "the shell would evaluate the value as arithmetic, which can run commands",
  hint: 'compare with [ "…" -eq 1 ], or compute in a script that checks the value first',
};
const subscript: Refusal = {
  reason: "the shell would evaluate the value as an array subscript, which can run commands",
  hint: "use a plain variable instead of an array",
};

const refusedNodes: Partial<Record<SyntaxNode["type"], Refusal>> = {
  ParameterExpansion: { reason: "it is inside of a ${…} expansion", hint: assignFirst },
  AnsiCQuoted: { reason: "it is inside of $'…', which sh does not know", hint: 'use "…"' },
  LocaleString: { reason: 'it is inside of $"…", which sh does not know', hint: 'use "…" without the $' },
  BraceExpansion: {
    reason: "it is inside of a list in braces, which sh does not know",
    hint: "write the words one by one",
  },
  ExtendedGlob: {
    reason: "it is inside of an extended pattern, which sh does not know",
    hint: "use case … in",
  },
  HereDocDelimiter: {
    reason: "it is the delimiter of a here-document",
    hint: "use a fixed word such as EOF",
  },
  FileDescriptorVariable: { reason: "it names a file descriptor", hint: "use a number" },
  Coproc: { reason: "it is in a coproc, which sh does not know", hint: "use a pipeline" },
};
const logical: Refusal = {
  reason:
    "sh does not know [[ … ]], and would run what stands behind && and || as commands, and write to what stands behind >",
  hint: 'write [ "…" = … ] || [ … ], which every shell knows',
};
const notAssigned: Refusal = {
  reason: "sh does not know this assignment, and would run the word as a command",
  hint: "write name=… with a plain name",
};
const expandedTwice: Refusal = {
  reason: "bash expands what stands after >& a second time, which can run commands",
  hint: "write > file 2>&1",
};
const numeric = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
const evaluatesName = new Set(["-v", "-R"]);

/** Why the syntax on the way to a placeholder forbids it; null if it does not. `bash` if no other shell will read it. */
export function refusalOnPath(path: readonly SyntaxNode[], bash: boolean): Refusal | null {
  for (const [at, node] of path.entries()) {
    const next = path[at + 1];
    const foreign = bash ? null : foreignTo(node, next);
    if (foreign) return foreign;
    if (node.type === "CommandExpansion" && node.text.startsWith("`")) {
      return { reason: "it is inside of back-ticks", hint: "use $(…), where quoting begins anew" };
    }
    if (node.type.startsWith("Arithmetic") && node.type !== "ArithmeticFor") return arithmetic;
    if (node.type === "TestBinary" && numeric.has(node.operator)) return arithmetic;
    if (node.type === "Redirect" && (node.operator === ">&" || node.operator === "<&")) return expandedTwice;
    if (node.type === "TestUnary" && evaluatesName.has(node.operator)) return subscript;
    if (node.type === "Assignment" && next === node.index && next !== undefined) return subscript;
    if (node.type === "ArrayValue" && next?.type === "Word" && next.text.startsWith("[")) return subscript;
    if (node.type === "Word" && /^\w+\[/.test(node.text) && next?.type === "Glob") return subscript;
    const names = node.type === "For" || node.type === "Select" || node.type === "Function";
    if (names && next === node.name) {
      return {
        reason: `it is the name of a ${node.type === "Function" ? "function" : "variable"}`,
        hint: "use a fixed name",
      };
    }
    const refused = refusedNodes[node.type];
    if (refused) return refused;
  }
  return null;
}

/** What another shell than bash would take for commands. */
function foreignTo(node: SyntaxNode, next: SyntaxNode | undefined): Refusal | null {
  if (node.type === "TestLogical") return logical;
  if (node.type === "TestBinary" && (node.operator === "<" || node.operator === ">")) return logical;
  const extended = node.type === "Assignment" && (node.append || node.index !== undefined);
  return extended && next?.type === "Word" && next !== node.index ? notAssigned : null;
}

const texts: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Word",
  "Literal",
  "SingleQuoted",
  "DoubleQuoted",
  "HereDocBody",
  "Glob",
]);

/** True if a path ends in text that the shell takes as it is. */
export function endsInText(path: readonly SyntaxNode[]): boolean {
  const innermost = path.at(-1);
  return innermost !== undefined && texts.has(innermost.type);
}

/** True for quoting that sh and bash read differently, so that nobody knows where it ends. */
export function isAmbiguous(path: readonly SyntaxNode[]): boolean {
  const node = path.at(-1);
  if (node?.type === "AnsiCQuoted") return node.text.includes("\\'");
  if (node?.type !== "ParameterExpansion" || !/['\\`]/.test(node.text)) return false;
  return quotingAt(path) !== "bare";
}
