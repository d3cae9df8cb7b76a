import type { EventSpec } from "../contract/event.ts";
import type { FieldsType } from "../contract/fields.ts";
import type { Condition, Hook, Layer, Matcher, Mode, OnFailure, Source } from "../contract/hook.ts";
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

/** An entry that was judged. */
export interface JudgedEntry {
  readonly index: number;
  readonly runner: Runner;
  readonly written: JsonObject;
  readonly given: Partial<FieldsType<typeof hookFields>>;
  readonly fields: JsonObject;
  readonly if: Condition | null;
  readonly when: Condition | null;
  readonly timeoutMs: number;
  readonly onFailure: OnFailure;
  readonly mode: Mode;
  readonly env: Hook["env"];
  readonly passEnv: readonly string[];
}

/** The way to an entry in its file. */
export function entryPath(
  { key, index: group }: Pick<JudgedGroup, "key" | "index">,
  index: number,
): JsonPath {
  return ["hooks", key, group, "hooks", index];
}

const making = Symbol("making");

/** A hook of a file; what takes time (hashing, finding its line) is worked out when somebody reads it, also through a hook that inherits from it. */
export class FileHook implements Hook {
  readonly event: string;
  readonly dialect: string;
  readonly type: string;
  readonly source: Source;
  readonly description: string;
  readonly matcher: Matcher;
  readonly if: Condition | null;
  readonly when: Condition | null;
  readonly disabled: string | null;
  readonly timeoutMs: number;
  readonly onFailure: OnFailure;
  readonly mode: Mode;
  readonly background: boolean;
  readonly rewake: boolean;
  readonly once: boolean;
  readonly statusMessage: string;
  readonly group: number;
  readonly sequential: boolean;
  readonly env: Hook["env"];
  readonly passEnv: readonly string[];
  readonly environment: Hook["environment"];
  readonly cwd: string | null;
  readonly fields: JsonObject;
  readonly [making]: Making;

  constructor(group: JudgedGroup, entry: JudgedEntry) {
    const { given } = entry;
    const { defaults, place } = group.file;
    this.event = group.spec.name;
    this.dialect = place.dialect.name;
    this.type = entry.runner.type;
    this.source = new FileSource(group, entry.index);
    this.description = given.description ?? group.description;
    this.matcher = group.matcher;
    this.if = entry.if;
    this.when = entry.when;
    this.disabled = given.enabled === false ? '"enabled" is false' : group.disabled;
    this.timeoutMs = entry.timeoutMs;
    this.onFailure = entry.onFailure;
    this.mode = entry.mode;
    this.rewake = given.asyncRewake === true;
    this.background = given.async === true || this.rewake;
    this.once = given.once === true;
    this.statusMessage = given.statusMessage ?? "";
    this.group = group.number;
    this.sequential = group.sequential;
    this.env = entry.env;
    this.passEnv = entry.passEnv;
    this.environment = defaults.environment;
    this.cwd = given.cwd ?? null;
    this.fields = entry.fields;
    this[making] = { group, entry, id: null, identity: null, covered: null };
    Object.freeze(this);
  }

  get id(): string {
    const made = this[making];
    made.id ??= made.entry.given.id ?? defaultId(this.event, made.entry.written);
    return made.id;
  }

  get identity(): string {
    const made = this[making];
    made.identity ??= identityOf(made.group, made.entry);
    return made.identity;
  }

  get entry(): JsonObject {
    const made = this[making];
    made.covered ??= coveredEntry(made.group, made.entry);
    return made.covered;
  }
}

interface Making {
  readonly group: JudgedGroup;
  readonly entry: JudgedEntry;
  id: string | null;
  identity: string | null;
  covered: JsonObject | null;
}

class FileSource implements Source {
  readonly layer: Layer;
  readonly file: string;
  readonly #group: JudgedGroup;
  readonly #index: number;
  #text: string | null = null;

  constructor(group: JudgedGroup, index: number) {
    this.layer = group.file.place.layer;
    this.file = group.file.place.path;
    this.#group = group;
    this.#index = index;
    Object.freeze(this);
  }

  get text(): string {
    if (this.#text === null) {
      const { file } = this.#group;
      const { line, column } = file.document.locate(entryPath(this.#group, this.#index));
      this.#text = `${file.shown}:${line}:${column}`;
    }
    return this.#text;
  }
}

function defaultId(event: string, written: JsonObject): string {
  return `${event}-${sha256(canonicalJson(written)).slice(0, 8)}`;
}

function identityOf({ spec, file }: JudgedGroup, { runner, fields, given, env }: JudgedEntry): string {
  const own: { [name: string]: Json | undefined } = {};
  for (const name of runner.identity) own[name] = fields[name];
  const { name: dialect } = file.place.dialect;
  const { cwd, if: rule } = given;
  return canonicalJson([dialect, spec.name, runner.type, own, cwd ?? null, env, rule ?? null]);
}

/** The `defaults` that let variables through are part of what somebody approves. */
function coveredEntry({ spec, matcher, file }: JudgedGroup, { written }: JudgedEntry): JsonObject {
  const { trusted } = file.defaults;
  const entry = { event: spec.name, matcher: matcher.pattern, hook: written };
  return deepFreeze(trusted ? { ...entry, defaults: trusted } : entry);
}
