import { type Command, forEachChild, parse, type SyntaxNode } from "unbash";
import {
  assignedWord,
  assignmentArgument,
  type CommandRedirect,
  type CommandWord,
  commandRedirect,
  commandWord,
} from "./command-words.ts";
import { isCostly } from "./parse-cost.ts";

export type { CommandRedirect, CommandWord };

/** One simple command, wherever it stands. */
export interface SimpleCommand {
  /** The program, if that is known before it runs. */
  readonly name: string | null;
  /** The name and the arguments; empty if there are only assignments and redirections. */
  readonly words: readonly CommandWord[];
  readonly assignments: readonly { readonly name: string; readonly value: CommandWord }[];
  readonly redirects: readonly CommandRedirect[];
  /** As written, from the name on. */
  readonly text: string;
  /** Something in it is filled in when it runs: `$NAME`, `$(…)`, backticks. */
  readonly dynamic: boolean;
  /** How many groups, loops, functions and substitutions are around it. */
  readonly depth: number;
}

/** What a shell would do with a text, as far as can be seen without running it. */
export interface CommandModel {
  readonly source: string;
  /** Every simple command, in the order in which they are written; those of a substitution follow the command that holds it. */
  readonly commands: readonly SimpleCommand[];
  /** Every redirection, those of groups and loops too. */
  readonly redirects: readonly CommandRedirect[];
  /** Something anywhere is filled in when it runs. */
  readonly dynamic: boolean;
  /** The text is not valid shell, or too large or too deep to be read: there may be more in it than what was found. */
  readonly unparsed: boolean;
}

/** How much is read of nested syntax, in characters: each level is read once more by the parser. */
const nestedCharacters = 1_000_000;

const filledIn: ReadonlySet<SyntaxNode["type"]> = new Set([
  "SimpleExpansion",
  "ParameterExpansion",
  "CommandExpansion",
  "ArithmeticExpansion",
  "ArithmeticCommandExpansion",
]);
const readAgain: ReadonlySet<SyntaxNode["type"]> = new Set([
  ...filledIn,
  "ProcessSubstitution",
  "BraceExpansion",
  "ExtendedGlob",
]);
const deeper: ReadonlySet<SyntaxNode["type"]> = new Set([
  "CommandExpansion",
  "ArithmeticCommandExpansion",
  "ProcessSubstitution",
  "Subshell",
  "BraceGroup",
  "If",
  "For",
  "ArithmeticFor",
  "Select",
  "While",
  "Case",
  "Function",
  "Coproc",
]);

interface Place {
  readonly node: SyntaxNode;
  /** What positions count in: a script in escaped backticks has a text of its own. */
  readonly source: string;
  readonly depth: number;
}

/** Reads a shell text; never throws, and is bounded for every input. */
export function commandModel(source: string): CommandModel {
  const commands: SimpleCommand[] = [];
  const redirects: CommandRedirect[] = [];
  let dynamic = false;
  let unparsed = isCostly(source);
  let budget = nestedCharacters;
  try {
    const places: Place[] = unparsed ? [] : [{ node: parse(source), source, depth: 0 }];
    for (let place = places.pop(); place; place = places.pop()) {
      const { node } = place;
      const text = node.type === "Script" ? (node.source ?? place.source) : place.source;
      if (node.type === "Script" && node.errors?.length) unparsed = true;
      if (filledIn.has(node.type)) dynamic = true;
      if (readAgain.has(node.type)) budget -= node.end - node.pos;
      if (budget < 0) {
        unparsed = true;
        break;
      }
      if (node.type === "Command") commands.push(simpleCommand(node, text, place.depth));
      if (node.type === "Redirect" || node.type === "HereString" || node.type === "HereDoc") {
        const redirect = commandRedirect(node);
        if (redirect) redirects.push(redirect);
      }
      const depth = place.depth + (deeper.has(node.type) ? 1 : 0);
      const children: Place[] = [];
      forEachChild(node, (child) => children.push({ node: child, source: text, depth }));
      // The last one pushed is the next one read.
      for (const child of children.reverse()) places.push(child);
    }
  } catch {
    // The parser recurses, so a text can be too deep for the stack.
    unparsed = true;
  }
  return { source, commands, redirects, dynamic, unparsed };
}

function simpleCommand(node: Command, source: string, depth: number): SimpleCommand {
  const words: CommandWord[] = node.name ? [commandWord(node.name)] : [];
  for (const argument of node.args) {
    words.push(argument.type === "Word" ? commandWord(argument) : assignmentArgument(argument, source));
  }
  const [first] = words;
  return {
    name: first && !first.glob ? first.value : null,
    words,
    assignments: node.prefix
      .filter((item) => item.type === "Assignment")
      .map((item) => ({ name: item.name, value: assignedWord(item, source) })),
    redirects: node.redirects.map(commandRedirect).filter((redirect) => redirect !== null),
    text: node.name ? source.slice(node.name.pos, node.end) : "",
    dynamic: holdsFilledIn(node),
    depth,
  };
}

/** True if a value is filled in, not counting those in the commands of a process substitution. */
function holdsFilledIn(node: SyntaxNode): boolean {
  let found = filledIn.has(node.type);
  if (!found && node.type !== "ProcessSubstitution") {
    forEachChild(node, (child) => {
      found ||= holdsFilledIn(child);
    });
  }
  return found;
}
