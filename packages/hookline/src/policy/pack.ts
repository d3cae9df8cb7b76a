import type { Json } from "../contract/json.ts";
import type { KnownExpression } from "./expression/known-expression.ts";
import type { Rule } from "./rule.ts";

/** A field of `settings` that rules of a pack read, and what it is where nobody set it. */
export interface PackSetting {
  readonly summary: string;
  readonly default: Json;
  /** True for a list of regular expressions. */
  readonly patterns?: true;
}

/** What an event is and does, as far as that tells which rules it is none of the business of. */
export interface Deeds {
  readonly event: string;
  readonly kinds: readonly string[];
  /** The programs that would be started, and what would be done to paths. */
  readonly programs: readonly string[];
  readonly accesses: readonly string[];
  /** True if no command in it is special (`plain-command.ts`). */
  readonly plain: boolean;
}

/** Rules that belong together and are switched on by one name: `"packs": ["commands"]`. */
export interface Pack {
  readonly name: string;
  /** What it stops, in one sentence. */
  readonly summary: string;
  readonly rules: readonly Rule[];
  /** What a build has found out about the condition of one of its rules. */
  known?(rule: Rule): KnownExpression | undefined;
  /** Of a rule about paths: what must be done to one for its condition to be true, if a build could tell. */
  accesses?(rule: Rule): readonly string[] | null;
  /** Those of its rules that may say something where this is done; all others would step aside. */
  rulesFor?(deeds: Deeds): readonly Rule[];
  /** The settings that its rules read; all of them are there when a rule is judged. */
  readonly settings?: { readonly [name: string]: PackSetting };
}

/** Declares a pack. */
export function definePack(pack: Pack): Pack {
  return pack;
}
