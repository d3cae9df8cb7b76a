import type { LentStock } from "../index.ts";
import { isTerminal, readStandardInput, stdinIsTerminal, writeWhole } from "../system/standard-streams.ts";

/** Who has called the command: this process, or one that a daemon answers in the place of. */
export interface Caller {
  readonly env: { readonly [name: string]: string | undefined };
  /** The folder that it works in. */
  cwd(): string;
  /** True if somebody types at its stdin. */
  typed(): boolean;
  /** All of its stdin. */
  read(): string;
  write(stream: 1 | 2, text: string): void;
  /** True if somebody looks at its stdout or stderr on a terminal. */
  looks(stream: 1 | 2): boolean;
  /** True in a daemon, which must not do for a caller what only a process of the caller's own can. */
  readonly lent: boolean;
  /** Asks for all hooks to be ended; in a process of its own signals do. */
  readonly ending?: AbortSignal;
  /** In a daemon, what its calls lend each other. */
  readonly stock?: LentStock;
}

/** This process as its own caller. */
export const ownCaller: Caller = {
  // Asked anew each time, as everybody else does.
  get env() {
    return process.env;
  },
  cwd: () => process.cwd(),
  typed: stdinIsTerminal,
  read: readStandardInput,
  write: writeWhole,
  looks: isTerminal,
  lent: false,
};
