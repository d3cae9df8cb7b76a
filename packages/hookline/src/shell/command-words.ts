import type { Assignment, Redirection, Word, WordPart } from "unbash";

/** One word of a command, as it is written and as it will be. */
export interface CommandWord {
  readonly text: string;
  /** Without its quotes; null if only running it tells: it holds an expansion, a substitution or a brace list. */
  readonly value: string | null;
  /** It holds an unquoted `*`, `?` or `[…]`: the value is a pattern for file names. */
  readonly glob: boolean;
}

/** Where a command reads from or writes to; the target of a here-document is its text. */
export interface CommandRedirect {
  readonly operator: string;
  readonly target: CommandWord;
}

const unknownParts: ReadonlySet<WordPart["type"]> = new Set([
  "SimpleExpansion",
  "ParameterExpansion",
  "CommandExpansion",
  "ArithmeticExpansion",
  "ProcessSubstitution",
  "BraceExpansion",
]);
const globParts: ReadonlySet<WordPart["type"]> = new Set(["Glob", "ExtendedGlob"]);

/** True if a part of the given types is among these, or inside their quotes. */
function holds(parts: readonly WordPart[] | undefined, types: ReadonlySet<WordPart["type"]>): boolean {
  return (parts ?? []).some(
    (part) =>
      types.has(part.type) || ("parts" in part && part.parts !== undefined && holds(part.parts, types)),
  );
}

/** Reads a word of the syntax tree. */
export function commandWord(word: Pick<Word, "text" | "value" | "parts">): CommandWord {
  return {
    text: word.text,
    value: holds(word.parts, unknownParts) ? null : word.value,
    glob: holds(word.parts, globParts),
  };
}

/** Reads the value of an assignment; a list in parentheses has no single value. */
export function assignedWord(assignment: Assignment, source: string): CommandWord {
  const { value } = assignment;
  if (value.type === "Word") return commandWord(value);
  return { text: source.slice(value.pos, value.end), value: null, glob: false };
}

/** Reads an argument that is written like an assignment (`declare a=b`) as the word that it is. */
export function assignmentArgument(assignment: Assignment, source: string): CommandWord {
  const { value, glob } = assignedWord(assignment, source);
  const text = source.slice(assignment.pos, assignment.end);
  const simple = value !== null && assignment.index === undefined;
  return {
    text,
    value: simple ? `${assignment.name}${assignment.append ? "+=" : "="}${value}` : null,
    glob,
  };
}

/** Reads a redirection; null if the shell would not understand it. */
export function commandRedirect(redirection: Redirection): CommandRedirect | null {
  const { operator } = redirection;
  if (redirection.type !== "HereDoc") {
    return redirection.target ? { operator, target: commandWord(redirection.target) } : null;
  }
  const { text, parts } = redirection.body;
  return { operator, target: commandWord({ text, value: text, parts }) };
}
