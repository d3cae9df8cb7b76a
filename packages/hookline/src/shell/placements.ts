import type { SyntaxNode } from "unbash";
import type { TemplateGrammar } from "../contract/template.ts";
import { codeOnPath, declaresEvaluated } from "./code-places.ts";
import { findPlaceholders, mark, masked, type Placeholder } from "./placeholder-grammar.ts";
import { endsInText, isAmbiguous, type Quoting, quotingAt, type Refusal, refusalOnPath } from "./quoting.ts";
import { isComment, pathOf, pathTo, readSyntax, type Syntax } from "./syntax-path.ts";

/** A placeholder and what its place allows: a reference that fits the quoting, or nothing. */
export interface Placement {
  readonly placeholder: Placeholder;
  readonly quoting: Quoting;
  readonly refusal: Refusal | null;
}

/** The placeholders of a command that must be replaced or refused; those in comments, and those that the shell fills in itself, are left out. */
export interface Placements {
  readonly found: readonly Placement[];
  /** Variables that the command sets itself. */
  readonly assigned: ReadonlySet<string>;
  /** Those left to the shell that it splits into words: a value with spaces becomes several, and one of them may be an option. */
  readonly split: readonly Placeholder[];
}

/** Nobody writes so many; each is looked for in the whole syntax. */
const mostPlaceholders = 200;

/** Looks at every placeholder of a command. */
export function placementsIn(command: string, grammar: TemplateGrammar, bash: boolean): Placements {
  const candidates = findPlaceholders(command, grammar);
  const refuse = (refusal: Refusal): Placements => ({
    found: candidates.slice(0, 1).map((placeholder) => ({ placeholder, quoting: "bare", refusal })),
    assigned: new Set(),
    split: [],
  });
  if (candidates.length === 0) return { found: [], assigned: new Set(), split: [] };
  if (candidates.length > mostPlaceholders) return refuse(tooMany);
  if (command.includes(mark) || /HOOKLINE_VALUE_\d/.test(command)) return refuse(ours);
  const dollar = grammar.form === "dollar";
  const raw = dollar ? readSyntax(command) : null;
  if (dollar && !raw) return refuse(unreadable);
  const real = raw ? candidates.filter((candidate) => isFilledIn(raw, candidate)) : candidates;
  const syntax = readSyntax(masked(command, real));
  if (!syntax) return refuse(unreadable);
  const odd = refusalOfAll(syntax);
  const { folders = [] } = grammar;
  const setting = { dollar, bash, odd, folders };
  const found = real.flatMap((placeholder) => placementOf(syntax, placeholder, setting) ?? []);
  const operations = candidates.filter(({ operation }) => operation);
  const left = operations.flatMap((one) => operationOf(syntax, one, folders) ?? []);
  const split = operations.filter((one) => isSplit(syntax, one));
  return { found: [...found, ...left], assigned: assignedIn(syntax), split };
}

const tooMany: Refusal = { reason: "there are too many placeholders", hint: "put the commands in a script" };
const ours: Refusal = {
  reason: "the command uses HOOKLINE_VALUE_ or a private character itself",
  hint: "use other names",
};
const unreadable: Refusal = {
  reason: "the command is not valid shell, so nobody knows what is quoted",
  hint: "check quotes, brackets and here-documents, or put the commands in a script",
};
const ambiguous: Refusal = {
  reason: "sh and bash read the quotes of this command differently",
  hint: 'use only \'…\' and "…", and no quotes inside of "${…}"',
};
const integers: Refusal = {
  reason: "declare -i and declare -n make the shell evaluate values, which can run commands",
  hint: "leave the -i or -n out",
};

function refusalOfAll(syntax: Syntax): Refusal | null {
  for (const [at, node] of syntax.nodes.entries()) {
    if (declaresEvaluated(node)) return integers;
    const quotes = node.type === "AnsiCQuoted" || node.type === "ParameterExpansion";
    if (quotes && isAmbiguous(pathOf(syntax, at))) return ambiguous;
    if (node.type === "HereDoc" && !node.closing) return unreadable;
  }
  return null;
}

/** In form dollar: true if the shell would fill it in here, or cannot because of quotes that end no later. */
function isFilledIn(syntax: Syntax, { start, end, operation }: Placeholder): boolean {
  if (operation) return false;
  const innermost = pathTo(syntax, start, end).at(-1);
  if (innermost?.type === "SimpleExpansion" || innermost?.type === "ParameterExpansion") {
    return innermost.pos === start && innermost.end === end;
  }
  if (innermost?.type === "SingleQuoted") return true;
  // `$$NAME` is the number of the process, and a word.
  return !/(^|[^\\])(\\\\)*(\\|\$)$/.test(syntax.text.slice(0, start));
}

/** What is the same for all placeholders of a command. */
interface Setting {
  readonly dollar: boolean;
  readonly bash: boolean;
  /** Why none of them may stand in it. */
  readonly odd: Refusal | null;
  readonly folders: readonly string[];
}

function placementOf(
  syntax: Syntax,
  placeholder: Placeholder,
  { dollar, bash, odd, folders }: Setting,
): Placement | null {
  const path = pathTo(syntax, placeholder.start, placeholder.end);
  if (isComment(syntax, path, placeholder.start)) return null;
  const quoting = quotingAt(path);
  const refused = (refusal: Refusal | null): Placement => ({ placeholder, quoting, refusal });
  const refusal =
    odd ?? refusalOnPath(path, bash) ?? (isAfterDollar(syntax, placeholder, quoting) ? afterDollar : null);
  if (refusal) return refused(refusal);
  if (!endsInText(path)) return refused(unreadable);
  const code = codeOnPath(path, folders.includes(placeholder.name));
  // A shell that runs this text finds the variable in its environment, under its own name.
  const literal = quoting === "single" || quoting === "quoted-heredoc";
  if (code?.shell && dollar && literal) return null;
  return refused(code ?? (quoting === "quoted-heredoc" ? quotedDocument : null));
}

const afterDollar: Refusal = {
  reason: "a $ stands directly before it",
  hint: "write \\$ for a dollar sign, or leave it out",
};

function isAfterDollar(syntax: Syntax, { start }: Placeholder, quoting: Quoting): boolean {
  if (quoting === "single" || syntax.text[start - 1] !== "$") return false;
  return (/\\*$/.exec(syntax.text.slice(0, start - 1))?.[0].length ?? 0) % 2 === 0;
}

const quotedDocument: Refusal = {
  reason: "nothing is filled in here: the delimiter of the here-document is quoted",
  hint: "write the delimiter without quotes, and \\$ for a dollar sign in the text",
};

/** `${NAME…}` with an operation is left to the shell, unless its result would be run. */
function operationOf(syntax: Syntax, placeholder: Placeholder, folders: readonly string[]): Placement | null {
  const path = pathTo(syntax, placeholder.start, placeholder.end);
  if (path.at(-1)?.type !== "ParameterExpansion") return null;
  const refusal = codeOnPath(path, folders.includes(placeholder.name));
  return refusal && { placeholder, quoting: "bare", refusal };
}

function isSplit(syntax: Syntax, { start, end }: Placeholder): boolean {
  const path = pathTo(syntax, start, end);
  const [command, word, expansion] = path.slice(-3);
  if (expansion?.type !== "ParameterExpansion" || word?.type !== "Word") return false;
  // A length is a number.
  return (command?.type === "Command" || command?.type === "For") && !expansion.text.startsWith("${#");
}

const setsNames = new Set(["read", "mapfile", "readarray", "getopts", "unset", "printf"]);

function assignedIn(syntax: Syntax): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of syntax.nodes) {
    if (node.type === "Assignment") names.add(node.name);
    if (node.type === "For" || node.type === "Select") names.add(node.name.text);
    if (node.type === "Command" && setsNames.has(node.name?.value ?? "")) {
      for (const word of node.args) names.add(word.type === "Word" ? word.value : word.name);
    }
  }
  return names;
}

/** True if every reference to a private variable stands in double quotes or in a here-document, and there are as many as expected. */
export function isQuotedThroughout(command: string, expected: number): boolean {
  const syntax = readSyntax(command);
  if (!syntax) return false;
  const isReference = (node: SyntaxNode): boolean =>
    (node.type === "SimpleExpansion" || node.type === "ParameterExpansion") &&
    /HOOKLINE_VALUE_\d/.test(node.text);
  let count = 0;
  for (const [at, node] of syntax.nodes.entries()) {
    if (!isReference(node)) continue;
    const around = syntax.nodes[syntax.parents[at] ?? -1]?.type;
    if (around === "DoubleQuoted" || around === "HereDocBody") count += 1;
  }
  return count === expected;
}
