import type { EventSpec } from "../contract/event.ts";
import type { FieldsType } from "../contract/fields.ts";
import type { Condition, Hook, Layer, Matcher, OnFailure, Source } from "../contract/hook.ts";
import { canonicalJson, deepFreeze, type Json, type JsonObject } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import { sha256 } from "../system/digest.ts";
import type { hookFields } from "./entry-fields.ts";
import type { FileJudge } from "./file-judge.ts";
import type { JsonPath } from "./json-tree.ts";

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

/** An entry that was judged: what is wrong in it has been left out. */
export interface JudgedEntry {
  readonly group: JudgedGroup;
  readonly index: number;
  readonly runner: Runner;
  readonly written: JsonObject;
  readonly given: Partial<FieldsType<typeof hookFields>>;
  readonly fields: JsonObject;
  readonly if: Condition | null;
  readonly when: Condition | null;
  readonly timeoutMs: number;
  readonly onFailure: OnFailure;
  readonly env: Hook["env"];
  readonly passEnv: readonly string[];
  /** What takes time, worked out when somebody asks for it for the first time. */
  id: string | null;
  identity: string | null;
  covered: JsonObject | null;
  source: Source | null;
}

/** The way to an entry in its file. */
export function entryPath({ key, index: group }: Pick<JudgedGroup, "key" | "index">, index: number): JsonPath {
  return ["hooks", key, group, "hooks", index];
}

/** The id that was given, else one made of the entry itself. */
export function idOf(entry: JudgedEntry): string {
  const { group, given, written } = entry;
  entry.id ??= given.id ?? `${group.spec.name}-${sha256(canonicalJson(written)).slice(0, 8)}`;
  return entry.id;
}

/** What makes two entries of a lane the same hook. */
export function identityOf(entry: JudgedEntry): string {
  if (entry.identity === null) {
    const { group, runner, fields, given, env } = entry;
    const own: { [name: string]: Json | undefined } = {};
    for (const name of runner.identity) own[name] = fields[name];
    const { cwd = null, if: rule = null } = given;
    const { name: dialect } = group.file.place.dialect;
    entry.identity = canonicalJson([dialect, group.spec.name, runner.type, own, cwd, env, rule]);
  }
  return entry.identity;
}

/** What somebody approves: the entry with its event and matcher, and the `defaults` that let variables through. */
export function coveredOf(entry: JudgedEntry): JsonObject {
  if (!entry.covered) {
    const { group, written } = entry;
    const { trusted } = group.file.defaults;
    const covered = { event: group.spec.name, matcher: group.matcher.pattern, hook: written };
    entry.covered = deepFreeze(trusted ? { ...covered, defaults: trusted } : covered);
  }
  return entry.covered;
}

/** Where an entry is written. */
export function sourceOf(entry: JudgedEntry): Source {
  entry.source ??= new EntrySource(entry.group, entry.index);
  return entry.source;
}

/** Looks for the line when somebody reads the text. */
class EntrySource implements Source {
  readonly layer: Layer;
  readonly file: string;
  readonly #group: JudgedGroup;
  readonly #index: number;
  #text: string | null = null;

  constructor(group: JudgedGroup, index: number) {
    const { layer, path } = group.file.place;
    this.layer = layer;
    this.file = path;
    this.#group = group;
    this.#index = index;
    Object.freeze(this);
  }

  get text(): string {
    if (this.#text === null) {
      const { shown, document } = this.#group.file;
      const { line, column } = document.locate(entryPath(this.#group, this.#index));
      this.#text = `${shown}:${line}:${column}`;
    }
    return this.#text;
  }
}
