import type { CommandLine } from "./options.ts";
import type { Field, Stdin } from "./state.ts";

/** A command that may start others. */
export interface Starter {
  readonly program: string;
  readonly args: readonly Field[];
  readonly line: CommandLine;
  readonly stdin: Stdin;
}

/** Something that a command starts: words as they are, or a text that a shell reads. */
export interface Start {
  readonly words?: readonly Field[];
  /** With gaps. */
  readonly text?: string;
  /** Commands whose output the text holds. */
  readonly feeds?: readonly number[];
  /** Variables that are set for it. */
  readonly assignments?: readonly { readonly name: string; readonly value: Field }[];
  /** On another machine or in a container. */
  readonly remote?: true;
  /** In the shell that reads it, not in a new one. */
  readonly same?: true;
  /** It is kept for when the shell ends, or for any time. */
  readonly kept?: "end" | "any";
  /** `$0`, `$1`, … of the text. */
  readonly positional?: readonly string[];
  /** The first word names a package. */
  readonly packaged?: true;
}

/** How a kind of program starts others. */
export type Starts = (starter: Starter) => readonly Start[];

/** A text that was put together from words. */
export const joined = (words: readonly Field[]): Pick<Start, "text" | "feeds"> => ({
  text: words.map(({ value }) => value).join(" "),
  feeds: words.flatMap(({ feeds }) => feeds),
});

/** One word as a text that a shell reads. */
export const textOf = ({ value, feeds }: Field): Start => ({ text: value, feeds });
