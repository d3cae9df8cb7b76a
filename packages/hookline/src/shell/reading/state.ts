import type { Function as FunctionNode, ParsedScript } from "unbash";
import type { Entry, Environment } from "./environment.ts";
import type { KnownVariables, ReadCommand, ReadRedirect } from "./reading.ts";

/** What comes in through standard input: from which commands, and the text, with gaps. */
export interface Stdin {
  readonly input: readonly number[];
  readonly text: string;
}

/** A word after expansion. */
export interface Field {
  /** As written, or what it became where one word became several. */
  readonly text: string;
  /** With gaps for what is not known. */
  readonly value: string;
  readonly glob: boolean;
  /** It was written plainly, so that an alias may stand for it. */
  readonly bare: boolean;
  /** Commands whose output it holds or, if it is a process substitution, leads to. */
  readonly feeds: readonly number[];
  /** The text that can be read from it, if it is a process substitution. */
  readonly fed: string | null;
}

/** A call of a function that is being read. */
export interface Call {
  readonly node: FunctionNode;
  /** Something on the way to here runs beside its caller: a pipe or a background job. */
  readonly piped: boolean;
  readonly behind: boolean;
  readonly conditional: boolean;
}

/** What is around a command. */
export interface Scope {
  readonly stdin: Stdin;
  readonly via: readonly string[];
  readonly remote: boolean;
  readonly depth: number;
  readonly calls: readonly Call[];
  readonly piped: boolean;
  readonly behind: boolean;
  readonly conditional: boolean;
  readonly aliases: readonly string[];
  /** What the positions of the syntax count in. */
  readonly source: string;
}

/** Scripts that read what a command prints: `tee >(sh)`. */
export interface Outlet {
  readonly script: ParsedScript;
}

/** A command before it is listed. */
export interface Draft {
  readonly words: readonly Field[];
  readonly redirects: readonly ReadRedirect[];
  readonly assignments: ReadCommand["assignments"];
  /** Functions and aliases do not count. */
  readonly plain: boolean;
  readonly scope: Scope;
}

/** A text that a shell keeps for later. */
export interface Trap {
  readonly text: string;
  readonly scope: Scope;
  /** When it was set, in the log of the environment. */
  readonly moment: number;
  /** It is read when the shell ends, not at some other time. */
  readonly atEnd: boolean;
}

/** One reading under way. */
export interface Reader {
  readonly variables: KnownVariables;
  readonly commands: ReadCommand[];
  /** A command may start its own shell with its own memory. */
  environment: Environment;
  /** Steps and characters that may still be taken. */
  steps: number;
  characters: number;
  unread: string | null;
  forkBomb: boolean;
  /** How many times `break`, `continue` or `return` were met. */
  jumps: number;
  /** How many times a function under way was called again. */
  recursions: number;
  /** What the shell that is being read does when it ends or gets a signal. */
  traps: readonly Trap[];
  /** What variables were before the function under way made them its own. */
  locals: Map<string, Entry | undefined> | null;
  /** The text holds characters that are odd outside quotes. */
  readonly odd: boolean;
  /** Functions whose bodies were read. */
  readonly entered: Set<FunctionNode>;
  readonly defined: Map<FunctionNode, string>;
  /** Reads a parsed script, and gives back what it would print. */
  readonly script: (script: ParsedScript, scope: Scope) => string;
  /** Reads a text as shell, and gives back what it would print. */
  readonly text: (text: string, scope: Scope) => string;
  /** Reads the body of a function. */
  readonly body: (node: FunctionNode, scope: Scope) => string;
  /** Lists a command and all that it starts, and gives back what it would print. */
  readonly start: (draft: Draft) => string;
}

/** Counts one step; stops everything when there were too many. */
export function step(reader: Reader, cost = 1): void {
  reader.steps -= cost;
  if (reader.steps < 0) stop(reader, "it would start more than can be looked at");
}

/** Counts characters that are parsed once more. */
export function spend(reader: Reader, characters: number): void {
  reader.characters -= characters;
  if (reader.characters < 0) stop(reader, "it is nested too deeply or too large");
}

/** Ends the reading with a reason. */
export function stop(reader: Reader, reason: string): never {
  reader.unread ??= reason;
  throw new Error(reason);
}

/** How many commands are listed, to tell later which ones came from here on. */
export const place = (reader: Reader): number => reader.commands.length;

/** The commands that were listed since. */
export function since(reader: Reader, from: number): readonly number[] {
  const places: number[] = [];
  for (let at = from; at < reader.commands.length; at++) places.push(at);
  return places;
}
