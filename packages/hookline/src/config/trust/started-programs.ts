import type { CommandReading, ReadCommand } from "../../shell/reading/reading.ts";

/** A program that a command starts, as far as reading the command tells. */
export interface StartedProgram {
  /** The name as it is called: `jq`, `./guard.sh`. */
  readonly called: string;
  /** The file that it is to run, if it is an interpreter and the file is known. */
  readonly script: string | null;
  /** The folder that a `cd` before it leads to; empty for where the entry starts. */
  readonly folder: string;
  /** What starts it, outermost first: `npx`, `timeout`. */
  readonly via: readonly string[];
  /** Nothing comes before it that may keep it from being started. */
  readonly first: boolean;
}

/** Programs that only ask whether another is there: whoever asks has thought of its absence. */
const asks: ReadonlySet<string> = new Set(["command", "which", "type", "hash"]);

/** What a shell does itself; no file need be there for it. */
const builtIn = new Set(
  (
    ". : [ [[ alias bg break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit " +
    "export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly " +
    "return set shift shopt source suspend test time times trap true type typeset ulimit umask unalias unset wait"
  ).split(" "),
);

/** The programs of a command in its order; what a shell does itself, what runs elsewhere and what only running tells is left out. */
export function startedPrograms(
  { commands, unread }: CommandReading,
  runsFile: RegExp,
): readonly StartedProgram[] {
  if (unread !== null) return [];
  const asked = new Set(
    commands.filter(isQuestion).flatMap(({ operands }) => operands.map(({ value }) => value)),
  );
  const found: StartedProgram[] = [];
  for (const [place, command] of commands.entries()) {
    // What stands behind a name that is not known may be its argument.
    if (command.dynamic) break;
    const { program, called, folder, remote, via } = command;
    const script = runsFile.test(program) ? scriptOf(command) : null;
    const known = called !== "" && folder !== null && !remote && !asked.has(called);
    if (known && (!builtIn.has(called) || script !== null))
      found.push({ called, script, folder, via, first: place === 0 || via.length > 0 });
  }
  return found;
}

function isQuestion({ program, flags }: ReadCommand): boolean {
  return asks.has(program) && (program !== "command" || flags.some((flag) => /^-[vV]$/.test(flag)));
}

/** The file that an interpreter is given; null for code, for a module by its name, and for what is no plain word. */
function scriptOf({ code, flags, operands }: ReadCommand): string | null {
  if (code !== null || flags.includes("-m")) return null;
  const [first] = operands;
  const value = first?.glob ? null : (first?.value ?? null);
  return value !== null && /[./]/.test(value) && !/^https?:/.test(value) ? value : null;
}
