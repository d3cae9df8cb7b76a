import type { EventSpec } from "../../contract/event.ts";
import type { FieldsType } from "../../contract/fields.ts";
import type { Condition, Hook, Matcher } from "../../contract/hook.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Template } from "../../contract/template.ts";
import type { JsonPath } from "../text/json-tree.ts";
import type { BoundEvent } from "./bindings.ts";
import type { hookFields } from "./entry-fields.ts";
import type { FileJudge } from "./file-judge.ts";
import type { EntryGrammar } from "./judge-fields.ts";

/** Where a group stands: for which event, and where in its file: the key at the top, the event's name as it is written (null in a list), the place in the list. */
export interface GroupPlace {
  readonly event: BoundEvent;
  /** As which of all groups. */
  readonly number: number;
  readonly top: string;
  readonly key: string | null;
  readonly index: number;
  /** A hook stands there without a group around it. */
  readonly bare: boolean;
}

/** A group that was judged: what its hooks share. */
export interface JudgedGroup {
  readonly file: FileJudge;
  readonly place: GroupPlace;
  readonly spec: EventSpec;
  readonly matcher: Matcher;
  readonly sequential: boolean;
  /** What all its hooks have together; null if each has its own time. */
  readonly timeoutMs: number | null;
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
  readonly template: Template | null;
}

/** The parts of most entries. */
export const noParts: EntryParts = Object.freeze({
  if: null,
  when: null,
  env: Object.freeze({}),
  template: null,
});

/** The way to an entry in its file. */
export function entryPath({ place }: Pick<JudgedGroup, "place">, index: number): JsonPath {
  const path = groupPath(place);
  return place.bare ? path : [...path, "hooks", index];
}

/** The way to a group in its file. */
export function groupPath({ top, key, index }: GroupPlace): JsonPath {
  return key === null ? [top, index] : [top, key, index];
}
