import type { Severity } from "../../contract/diagnostic.ts";
import type { Engine } from "../../index.ts";

/** Something that a check has found. */
export interface Finding {
  readonly severity: Severity;
  /** Where it is: a file with line and column, a hook, a folder. */
  readonly where: string;
  readonly what: string;
  /** What mends it: a command, or what to write. */
  readonly mend: string;
  /** It is good news: a guard has denied its canary. */
  readonly proven?: true;
}

/** What a check may look at. */
export interface Patient {
  readonly engine: Engine;
  /** The root of the machine that the system's own programs are looked for below: `/`. */
  readonly systemRoot: string;
  /** Now, in milliseconds since 1970. */
  readonly now: number;
  /** The environment that hooks inherit; the process's own if absent. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Which guards are fired at: none, those that are known to stand it (default), or all. */
  readonly canary?: "off" | "known" | "all";
}

/** One thing that `hookline doctor` looks at. */
export interface Check {
  readonly name: string;
  /** What it looks at, as a noun. */
  readonly summary: string;
  run(patient: Patient): readonly Finding[] | Promise<readonly Finding[]>;
}

/** Declares a check. */
export function defineCheck(check: Check): Check {
  return check;
}
