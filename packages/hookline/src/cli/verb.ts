import type { Command } from "commander";
import type { JsonObject } from "../contract/json.ts";

/** One verb of the command line. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** Lines at the end of `--help`, the first of them an example. */
  readonly examples: readonly string[];
  /** The JSON Schema of what it prints with `--json`; absent if it has no such option. */
  readonly answers?: JsonObject;
  /** What its arguments may be, by their names, for completion; ids of hooks and events are known by the names `id` and `event`. */
  readonly completes?: { readonly [argument: string]: readonly string[] };
  /** Verbs under it: `hookline audit verify`. */
  readonly verbs?: readonly Verb[];
  /** Adds arguments and options. */
  declare(command: Command): Command;
  /** Does the work; gives the exit status. */
  run(args: readonly string[], options: VerbOptions): Promise<number>;
}

/** The options of a verb as the command line gave them. */
export type VerbOptions = { readonly [name: string]: unknown };

/** Declares a verb. */
export function defineVerb(verb: Verb): Verb {
  return verb;
}

/** The user's mistake: one line, no stack trace, exit status 1 unless that would mean something else to whoever called. */
export class UsageError extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

/** The text of an option, if it was given. */
export function textOption(options: VerbOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** The texts of an option that may be repeated. */
export function listOption(options: VerbOptions, name: string): readonly string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** Gathers the values of an option that may be repeated, as commander hands them over one by one. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
