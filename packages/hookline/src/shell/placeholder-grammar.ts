import type { TemplateGrammar } from "../contract/template.ts";

/** A piece of a command that looks like a placeholder; its quoting has not been looked at. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly text: string;
  /** The path in braces, or the name after the dollar sign. */
  readonly name: string;
  /** It is `${NAME…}` with an operation, which only the shell can do. */
  readonly operation: boolean;
}

/** Stands for each character of a placeholder while the shell's syntax is looked at; no shell gives it a meaning. */
export const mark = "\uE000";

const inBraces = /\{\{[ \t]*([A-Za-z_][\w-]*(?:\.[\w-]+)*)[ \t]*\}\}/g;
const afterDollar = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(\}|[^}\w]))/g;

/** Everything in a command that the grammar could mean. */
export function findPlaceholders(command: string, grammar: TemplateGrammar): readonly Placeholder[] {
  const found: Placeholder[] = [];
  for (const match of command.matchAll(grammar.form === "braces" ? inBraces : afterDollar)) {
    const name = match[1] ?? match[2] ?? "";
    if (grammar.form === "dollar" && !grammar.names.includes(name)) continue;
    const operation = match[3] !== undefined && match[3] !== "}";
    const text = operation ? `\${${name}…}` : match[0];
    found.push({ start: match.index, end: match.index + match[0].length, text, name, operation });
  }
  return found;
}

/** The command with something inert in the place of each placeholder; all positions stay. */
export function masked(command: string, placeholders: readonly Placeholder[]): string {
  let text = "";
  let at = 0;
  for (const { start, end } of placeholders) {
    text += command.slice(at, start) + mark.repeat(end - start);
    at = end;
  }
  return text + command.slice(at);
}

/** What to write for a name that the grammar does not have. */
export function nameHint(name: string, grammar: TemplateGrammar): string {
  const [first = "", ...rest] = name.split(".");
  const near = grammar.names.find((known) => isNear(first.toLowerCase(), known.toLowerCase()));
  if (near !== undefined) return `did you mean {{${[near, ...rest].join(".")}}}?`;
  return `known names: ${grammar.names.join(", ")}`;
}

/** True if one letter was added, left out or replaced, or two neighbours were swapped; `-` and `_` are not told apart. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [one.replace(/[-_]/g, ""), other.replace(/[-_]/g, "")];
  if (Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left === `${right[1]}${right[0]}`;
}
