import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";
import { remember } from "./environment.ts";
import { computed, given } from "./marks.ts";
import { type Outlet, type Reader, type Scope, spend, step } from "./state.ts";
import { inSubshell } from "./subshell.ts";

/** Where words are expanded, and what they leave to do. */
export interface Expansion {
  readonly reader: Reader;
  readonly scope: Scope;
  /** `>(…)` in the words: read once the command is listed. */
  readonly outlets: Outlet[];
}

/** What the commands of a substitution print. */
export function printed(
  { reader, scope }: Expansion,
  script: ParsedScript | undefined,
  length: number,
): string {
  if (!script) return computed;
  spend(reader, length);
  return inSubshell(reader, () => reader.script(script, { ...scope, depth: scope.depth + 1 }));
}

/** What `$(…)` becomes: all that is printed but the newlines at its end. */
export function substituted(...given: Parameters<typeof printed>): string {
  return printed(...given).replace(/\n+$/, "");
}

/** Reads the substitutions in syntax whose value does not matter. */
export function effects(expansion: Expansion, node: SyntaxNode): void {
  step(expansion.reader);
  if (
    node.type === "CommandExpansion" ||
    node.type === "ArithmeticCommandExpansion" ||
    node.type === "ProcessSubstitution"
  ) {
    printed(expansion, node.script, node.end - node.pos);
    return;
  }
  if (node.type === "ArithmeticBinary" && /^(?:[^=!<>]|<<|>>)?=$/.test(node.operator))
    forget(expansion.reader, node.left);
  if (node.type === "ArithmeticUnary" && /^(?:\+\+|--)$/.test(node.operator))
    forget(expansion.reader, node.operand);
  forEachChild(node, (child) => effects(expansion, child));
}

function forget(reader: Reader, node: SyntaxNode): void {
  if (node.type !== "ArithmeticWord") return;
  const [name] = /^[A-Za-z_]\w*/.exec(node.value) ?? [];
  if (name)
    remember(reader.environment, `v:${name}`, { kind: "variable", values: [computed], exported: true });
}

/** Sums of plain numbers are worked out. */
export function sumOf(text: string): string {
  const sum = /^\s*(\d{1,6})\s*(?:([-+*])\s*(\d{1,6})\s*)?$/.exec(text);
  if (!sum || /\b0\d/.test(text)) return given;
  const [, left = "", sign, right = "0"] = sum;
  const [one, other] = [Number(left), Number(right)];
  return String(sign === "*" ? one * other : sign === "-" ? one - other : one + other);
}
