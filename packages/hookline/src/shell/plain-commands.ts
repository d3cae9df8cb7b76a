import { forEachChild, parse, type SyntaxNode } from "unbash";
import { type CommandModel, commandModel, type SimpleCommand } from "./command-model.ts";

/** All that a plain text may be made of: simple commands one after the other, with words that are known before they run. */
const plain: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Script",
  "Statement",
  "CompoundList",
  "AndOr",
  "Pipeline",
  "Command",
  "Word",
  "Literal",
  "SingleQuoted",
  "DoubleQuoted",
  "Glob",
  "Redirect",
  "FileDescriptor",
]);

/** Signs that shells and parsers may take for different things: control characters, and white space beyond blank, tab and new line. */
const doubtful = /(?![ \t\n])[\p{Cc}\p{Cf}\p{Z}]/u;

/** Redirections that change no file and read none. */
const nowhere = new Set(["/dev/null"]);
const toFile = new Set([">", ">>", ">|", "&>", "&>>"]);

/**
 * The simple commands of a text of which everything is known without running it, in the order in which they are written; null if
 * anything in it is filled in when it runs, goes to or comes from a file, sets a variable, or is more than simple commands.
 */
export function plainCommands(source: string): readonly SimpleCommand[] | null {
  // A last backslash takes up whatever somebody puts after the text.
  if (doubtful.test(source) || source.endsWith("\\")) return null;
  const model = commandModel(source);
  if (model.unparsed || model.dynamic || model.commands.length === 0) return null;
  return isPlain(source) && changesNothing(model) ? model.commands : null;
}

function isPlain(source: string): boolean {
  const nodes: SyntaxNode[] = [parse(source)];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (!plain.has(node.type)) return false;
    forEachChild(node, (child) => nodes.push(child));
  }
  return true;
}

function changesNothing({ commands, redirects }: CommandModel): boolean {
  const known = commands.every(
    ({ words, assignments }) =>
      assignments.length === 0 && words.length > 0 && words.every(({ value }) => value !== null),
  );
  return (
    known &&
    redirects.every(({ operator, target: { value, glob } }) => {
      if (value === null || glob) return false;
      if (operator === ">&") return /^(?:\d+-?|-)$/.test(value);
      return toFile.has(operator) && nowhere.has(value);
    })
  );
}
