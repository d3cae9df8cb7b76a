import type { OptionRow } from "./options.ts";

/** How a program that runs another one is called. */
export interface WrapperRow extends OptionRow {
  /** Its own operands before the command. */
  readonly own?: number;
  /** Options with a text for a shell, parted by blanks. */
  readonly code?: string;
  /** It takes `NAME=value` before the command. */
  readonly sets?: true;
  /** Options with which it runs nothing. */
  readonly inert?: string;
  /** It is part of the shell: what it runs may be a builtin that changes the shell. */
  readonly inside?: true;
  /** Its operands are put together and given to a shell. */
  readonly joins?: true;
  readonly remote?: true;
  /** The command is named by a package. */
  readonly packaged?: true;
  /** It runs what stands after its first word only if that is one of these. */
  readonly verbs?: string;
  /** The command stands after `--`, if there is one. */
  readonly dashes?: true;
  /** Options whose value is the program; the operands are its arguments. */
  readonly named?: string;
  /** Each operand is a text for a shell. */
  readonly each?: true;
}
