/** A word as far as it is known before the command runs. */
export interface ReadWord {
  /** As it is written. */
  readonly text: string;
  /** Without quotes, with known variables filled in; null if only running it tells. */
  readonly value: string | null;
  /** What it surely begins with: all of a known value, `/tmp/` of `/tmp/$NAME`, nothing of `$NAME/x`. */
  readonly begins: string;
  /** What it surely ends with: all of a known value, `/x` of `$NAME/x`. */
  readonly ends: string;
  /** It holds an unquoted `*`, `?` or `[…]`: the value is a pattern for file names. */
  readonly glob: boolean;
}

/** What a command does to a file by a redirection; `text` for a here-document or here-string, whose target is its text. */
export type RedirectAccess = "read" | "write" | "append" | "text";

/** One redirection to or from a file; copies of descriptors (`2>&1`) are none. */
export interface ReadRedirect {
  readonly operator: string;
  readonly access: RedirectAccess;
  readonly target: ReadWord;
}

/** Code that a program gets as text: `sh -c`, `python -c`, `perl -e`, a here-document for an interpreter. */
export interface ReadCode {
  /** A shell by its base name; of other interpreters what they read: `python`, `node`, `perl`, `ruby`, `php`, `awk`, `sed`, … */
  readonly language: string;
  /** Null if it cannot be known. */
  readonly text: string | null;
}

/** One program that a text would start, after quotes, wrappers, nested shells, functions and constant variables are resolved. */
export interface ReadCommand {
  /** Its base name; empty if it cannot be known, or if the command only sets variables. */
  readonly program: string;
  /** The name as it would be called: `/usr/bin/rm`. */
  readonly called: string;
  /** Its arguments, without the name. */
  readonly args: readonly ReadWord[];
  /** Its options one by one: `-rf` is `-r` and `-f`, `--force=yes` is `--force`. */
  readonly flags: readonly string[];
  /** Arguments that are no options nor, where its options are known, values of options. */
  readonly operands: readonly ReadWord[];
  readonly redirects: readonly ReadRedirect[];
  /** What is set for it alone or, for a command without a program, from here on. */
  readonly assignments: readonly { readonly name: string; readonly value: ReadWord }[];
  /** The wrappers around it by their base names, outermost first: `["sudo", "timeout"]`. */
  readonly via: readonly string[];
  /** Only running it tells which program this is. */
  readonly dynamic: boolean;
  /** Places in the list of commands whose output it reads through a pipe or a process substitution. */
  readonly input: readonly number[];
  /** What it reads if that is known: a here-document, or the text of an `echo` or `printf` piped into it. */
  readonly inputText: string | null;
  /** Code that it is given, if it is an interpreter. */
  readonly code: ReadCode | null;
  /**
   * The folder that a `cd` before it leads to, absolute or relative to where the text starts; empty for the start; null if unknown.
   * A command that may run in several folders is listed once for each.
   */
  readonly folder: string | null;
  /** It runs on another machine or in a container: its paths are not of this machine. */
  readonly remote: boolean;
  /** As written, or as put together by a wrapper. */
  readonly text: string;
}

/** What a shell would do with a text, as far as can be seen without running it. */
export interface CommandReading {
  readonly source: string;
  readonly commands: readonly ReadCommand[];
  /** Why the text could not be read as a whole (no valid shell, too large, too deep); null if it could. */
  readonly unread: string | null;
  /** It defines a function that calls itself in the background or through a pipe: a fork bomb. */
  readonly forkBomb: boolean;
}

/** What is known of the place where a text would run: `HOME`, `PWD`, `USER`, `TMPDIR` and their like. */
export type KnownVariables = { readonly [name: string]: string | undefined };
