import type { Event } from "../contract/event.ts";
import type { CommandReading } from "../shell/reading/reading.ts";

/** What somebody would do to a path. `other`: a program that we know nothing about is given it. */
export type PathAccess = "read" | "write" | "delete" | "permission" | "run" | "other";

/** One path that an event would touch, whatever tool or program does it. */
export interface TouchedPath {
  /** As written. */
  readonly text: string;
  /** Absolute, `.` and `..` resolved; of a path that is only partly known, what is known of its beginning. */
  readonly path: string;
  /** The same with its `..`, if one follows a name that may be a link. */
  readonly way?: string | undefined;
  /** Where it really leads, all links followed; the runner fills it in. */
  readonly real: string;
  readonly access: PathAccess;
  /** Also everything below it. */
  readonly recursive: boolean;
  /** Deleted or changed with `*` at its end: the folder before it loses all it holds. */
  readonly glob: boolean;
  /** False if only its beginning is known. */
  readonly known: boolean;
  /** The program, or the tool's kind. */
  readonly by: string;
}

/** One host that an event would speak to. */
export interface TouchedHost {
  /** In lower case; empty if it cannot be known. */
  readonly name: string;
  readonly url: string;
  readonly known: boolean;
  /** It is sent something from here: a body, a file, standard input. */
  readonly upload: boolean;
  readonly by: string;
}

/** One text of the input or output, for rules that look for secrets. */
export interface TouchedText {
  readonly value: string;
  /** Where it stands: `tool_input.content`. */
  readonly field: string;
  /** A shell printed it, so that it may be an environment. */
  readonly printed?: boolean;
}

/** What rules see of one event, all of it data. */
export interface PolicyModel {
  readonly event: Event;
  /** The tool's kind; also `shell` if a tool of another kind is given a command. */
  readonly kinds: readonly string[];
  /** Null if the tool runs no command. */
  readonly command: CommandReading | null;
  /** What each command touches, in the order of the commands. */
  readonly pathsByCommand: readonly (readonly TouchedPath[])[];
  /** All of them, and those that a tool names in its input. */
  readonly paths: readonly TouchedPath[];
  readonly hosts: readonly TouchedHost[];
  readonly texts: readonly TouchedText[];
}

/** A file that the agent wrote in an earlier call and that this one runs. */
export interface WrittenFile {
  /** As it is now; null if it cannot be read, is too large or is no text. */
  readonly text: string | null;
  /** Made by the agent; false for one that it only changed or marked as a program, of which only what is surely meant counts. */
  readonly made: boolean;
}

/** What the runner knows of the machine; rules are judged on it and on nothing else. */
export interface PolicyFacts {
  readonly cwd: string;
  readonly home: string;
  readonly projectDir: string;
  /** Today, as `2026-11-15`. */
  readonly today: string;
  /** The branch that is checked out in the project; empty if unknown. */
  readonly branch: string;
  /** Files and folders of Hookline itself: hook files, trust, audit, state. */
  readonly own: readonly string[];
  readonly variables: { readonly [name: string]: string | undefined };
  /** Where paths really lead; of a path that is not here, itself. */
  readonly real: ReadonlyMap<string, string>;
  /** The files that earlier calls of the session wrote and this one runs, by their paths; none if absent. */
  readonly written?: ReadonlyMap<string, WrittenFile>;
}
