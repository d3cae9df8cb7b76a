import type { Command, SyntaxNode, Word, WordPart } from "unbash";
import { forEachChild } from "unbash";
import { runsItsInput } from "./code-input.ts";
import { type CodeRefusal, refusalOfWord, unknown } from "./code-words.ts";
import { codeVariables } from "./interpreters.ts";
import { launchOf } from "./launchers.ts";

/** Why a placeholder would reach something that runs text, directly or through a pipe, or would choose a program; null if it does not. A `folder` may be a part of a program's path. */
export function codeOnPath(path: readonly SyntaxNode[], folder: boolean): CodeRefusal | null {
  for (const [at, node] of path.entries()) {
    const next = path[at + 1];
    if (!next) break;
    const refused = refusalIn(node, next, path.slice(at + 1), folder);
    if (refused) return refused;
  }
  return null;
}

function refusalIn(
  node: SyntaxNode,
  next: SyntaxNode,
  rest: readonly SyntaxNode[],
  folder: boolean,
): CodeRefusal | null {
  switch (node.type) {
    case "Assignment":
      return codeVariables.has(node.name) ? evaluated(`the content of ${node.name}`) : null;
    case "For":
    case "Select":
      return codeVariables.has(node.name.text) && next !== node.body
        ? evaluated(`the content of ${node.name.text}`)
        : null;
    case "Pipeline":
      return fedTo(node.commands.filter((stage) => stage.pos >= next.end && stage !== next));
    case "Redirected":
      return isGiven(next, rest) ? fedTo([node.command]) : null;
    case "Command":
      return inCommand(node, next, rest, folder);
    default:
      return null;
  }
}

function inCommand(
  command: Command,
  next: SyntaxNode,
  rest: readonly SyntaxNode[],
  folder: boolean,
): CodeRefusal | null {
  const outward = substitutions(command).filter(({ operator }) => operator === ">");
  if (!outward.some((node) => rest.includes(node))) {
    const fed = fedTo(outward);
    if (fed) return fed;
  }
  const words = wordsOf(command);
  if (isGiven(next, rest)) return fedTo([command]);
  const nodes: readonly (SyntaxNode | undefined)[] = [command.name, ...command.args];
  const index = nodes.indexOf(next);
  if (index < 0) return null;
  const refused = refusalOfWord(words, index, folder) ?? refusalOfBuiltin(words, index, next);
  if (refused) return refused;
  const file = rest.some((node) => node.type === "ProcessSubstitution");
  return file ? fedTo([command], words.slice(0, index)) : null;
}

/** True if a redirection makes the placeholder part of what a command reads. */
function isGiven(next: SyntaxNode, rest: readonly SyntaxNode[]): boolean {
  if (next.type === "HereDoc" || next.type === "HereString") return true;
  return next.type === "Redirect" && rest.some((node) => node.type === "ProcessSubstitution");
}

const evaluated = (what: string): CodeRefusal => ({
  reason: `a shell would evaluate ${what}`,
  hint: "use a variable of your own, with a fixed name",
  shell: false,
});

const declares = new Set(["declare", "typeset", "local", "export", "readonly"]);

/** Builtins of bash that evaluate a name or a value which they are given. */
function refusalOfBuiltin(words: readonly string[], index: number, next: SyntaxNode): CodeRefusal | null {
  const tests = (word: string): boolean => word === "[" || word === "test";
  const name =
    words.slice(0, launchOf(words) ? index : 1).find((word) => tests(word) || declares.has(word)) ?? "";
  const before = words[index - 1] ?? "";
  if (tests(name) && (before === "-v" || before === "-R" || /^\uE000+$/.test(before))) {
    return evaluated("it as the name of a variable");
  }
  if (!declares.has(name)) return null;
  const plain = words.slice(1, index).every((word) => !/^[-+]/.test(word) || /^-[gprx]+$/.test(word));
  return plain && next.type === "Assignment" ? null : evaluated("it as a declaration");
}

/** True if a command gives variables an attribute by which every later value is evaluated. */
export function declaresEvaluated(node: SyntaxNode): boolean {
  if (node.type !== "Command") return false;
  const words = wordsOf(node);
  return words.some((word) => declares.has(word)) && words.some((word) => /^[-+][a-zA-Z]*[in]/.test(word));
}

/** What a text becomes that is fed to these: a refusal if one of them runs its input. */
function fedTo(nodes: readonly SyntaxNode[], command?: readonly string[]): CodeRefusal | null {
  const found = command ? runsItsInput(command) : null;
  const open = command ? [] : [...nodes];
  for (let node = open.pop(); node && !found; node = open.pop()) {
    const runs = node.type === "Command" ? runsItsInput(wordsOf(node)) : null;
    if (runs) return fedRefusal(runs);
    if (node.type !== "HereDoc") forEachChild(node, (child) => open.push(child));
  }
  return found && fedRefusal(found);
}

const fedRefusal = (runs: { readonly shell: boolean; readonly name: string }): CodeRefusal => ({
  reason: `${runs.name} would run it as part of its input`,
  hint: "pass the value as an argument, and keep it out of the text that is run",
  shell: runs.shell,
});

function substitutions(command: Command) {
  const found: Extract<SyntaxNode, { type: "ProcessSubstitution" }>[] = [];
  const open: SyntaxNode[] = [command];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "ProcessSubstitution") found.push(node);
    forEachChild(node, (child) => open.push(child));
  }
  return found;
}

/** The words of a command without their quotes, with marks for placeholders and for what is unknown. */
function wordsOf(command: Command): readonly string[] {
  const texts: string[] = command.name ? [wordText(command.name)] : [];
  for (const word of command.args) {
    if (word.type === "Word") texts.push(wordText(word));
    else texts.push(`${word.name}=${word.value.type === "Word" ? wordText(word.value) : unknown}`);
  }
  return texts;
}

function wordText(word: Word): string {
  return word.parts ? word.parts.map((part) => partText(part)).join("") : word.value;
}

function partText(part: WordPart): string {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "Glob":
      return part.text;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.map((inner) => partText(inner)).join("");
    default:
      return unknown;
  }
}
