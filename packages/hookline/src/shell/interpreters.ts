import { baseName } from "../contract/base-name.ts";
import { interpreterList } from "./interpreter-list.ts";

/** A program that runs text which it is given, and where on its command line that text stands. */
export interface Interpreter {
  /** `shell`: what it runs sees the environment as `$NAME`; `program`: another language. */
  readonly runs: "shell" | "program";
  /** `code`: its first operand is run; `all`: every word is; `file`: the first is a file, and ends its options; `data`: none is run. */
  readonly operand: "code" | "all" | "file" | "data";
  /** An option with code in the same word or the next. */
  readonly code?: RegExp;
  /** An option that names a file with the program, so that no operand is one. */
  readonly file?: RegExp;
  /** Options without a value. After others, the next word may be one. */
  readonly flags?: RegExp;
  /** Options whose next words are data: how many. */
  readonly values?: Readonly<Record<string, number>>;
  /** Options whose value ends the options. */
  readonly last?: RegExp;
  /** Once it has its code, what follows is data even if it begins with `-`. */
  readonly codeEnds?: true;
  /** An option can run code, so a value must not be read as one. */
  readonly guarded?: true;
  /** It runs what it reads from its standard input, if no code and no file is named. */
  readonly stdin?: true;
  /** What to write instead. */
  readonly hint: string;
}

const interpreters: ReadonlyMap<string, Interpreter> = new Map(
  interpreterList.flatMap(([interpreter, words]) => words.split(" ").map((name) => [name, interpreter])),
);

/** The interpreter that a command word starts, if it is one: `/usr/bin/python3.11` is python. */
export function interpreterOf(word: string): Interpreter | undefined {
  const name = baseName(word).toLowerCase();
  return interpreters.get(name) ?? interpreters.get(name.replace(/[\d.]+$/, ""));
}

/** Variables whose content some shell or program runs or evaluates. */
export const codeVariables: ReadonlySet<string> = new Set(
  (
    "BASH_ENV ENV PS0 PS1 PS2 PS4 PROMPT_COMMAND OPTIND RANDOM SRANDOM SECONDS HISTCMD LD_PRELOAD " +
    "DYLD_INSERT_LIBRARIES EDITOR VISUAL PAGER LESSOPEN LESSCLOSE GIT_SSH GIT_SSH_COMMAND GIT_EDITOR GIT_PAGER " +
    "GIT_EXTERNAL_DIFF NODE_OPTIONS PERL5OPT PERL5DB RUBYOPT PYTHONSTARTUP SHELLOPTS BASHOPTS LD_AUDIT PATH MAKEFLAGS"
  ).split(" "),
);
