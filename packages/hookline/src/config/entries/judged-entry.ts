import type { EventSpec } from "../../contract/event.ts";
import type { FieldsType } from "../../contract/fields.ts";
import type { Condition, Hook, Matcher } from "../../contract/hook.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JsonPath } from "../text/json-tree.ts";
import type { hookFields } from "./entry-fields.ts";
import type { FileJudge } from "./file-judge.ts";
import type { EntryGrammar } from "./judge-fields.ts";

/** A group that was judged: what its hooks share. */
export interface JudgedGroup {
  readonly file: FileJudge;
  readonly spec: EventSpec;
  /** The event's name as it is written. */
  readonly key: string;
  readonly index: number;
  readonly number: number;
  readonly matcher: Matcher;
  readonly sequential: boolean;
  readonly description: string;
  /** Why none of its hooks ever runs; null if they may. */
  readonly disabled: string | null;
}

/** An entry that was judged. */
export interface JudgedEntry {
  readonly index: number;
  readonly grammar: EntryGrammar;
  readonly written: JsonObject;
  /** What of it is as it should be, the fields of its type among them. */
  readonly given: JsonObject & Partial<FieldsType<typeof hookFields>>;
  readonly parts: EntryParts;
}

/** What of an entry is compiled or checked further. */
export interface EntryParts {
  readonly if: Condition | null;
  readonly when: Condition | null;
  readonly env: Hook["env"];
}

/** The parts of most entries. */
export const noParts: EntryParts = Object.freeze({ if: null, when: null, env: Object.freeze({}) });

/** The way to an entry in its file. */
export function entryPath(
  { key, index: group }: Pick<JudgedGroup, "key" | "index">,
  index: number,
): JsonPath {
  return ["hooks", key, group, "hooks", index];
}
