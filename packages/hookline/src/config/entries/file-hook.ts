import type { Condition, Hook, Matcher, Mode, OnFailure, Scope, Source } from "../../contract/hook.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { Template } from "../../contract/template.ts";
import { coveredEntry, defaultId, EntrySource, identityOf, onFailureOf } from "./entry-words.ts";
import { type EntryGrammar, ownFields } from "./judge-fields.ts";
import type { EntryParts, JudgedEntry, JudgedGroup } from "./judged-entry.ts";
import { timeoutMsOf } from "./timeout.ts";

type Kept = { -readonly [K in "id" | "identity" | "entry" | "source" | "fields"]?: Hook[K] };

/** A hook of a file, as a view of its judged entry: nothing of it can be set, and a thousand cost almost nothing until they are asked. */
export class FileHook implements Hook, JudgedEntry {
  // All properties of a hook are inherited: one that differs must inherit from it (Object.create), for a copy would have none.

  // Declared and not defined: each would be set twice.
  declare readonly inGroup: JudgedGroup;
  declare readonly index: number;
  declare readonly grammar: EntryGrammar;
  declare readonly written: JsonObject;
  declare readonly given: JudgedEntry["given"];
  declare readonly parts: EntryParts;
  /** Itself, also for a hook that inherits from it: what was worked out is kept here. */
  declare private readonly self: FileHook;
  declare private kept: Kept | null;

  constructor(
    group: JudgedGroup,
    index: number,
    grammar: JudgedEntry["grammar"],
    written: JsonObject,
    given: JudgedEntry["given"],
    parts: EntryParts,
  ) {
    this.inGroup = group;
    this.index = index;
    this.grammar = grammar;
    this.written = written;
    this.given = given;
    this.parts = parts;
    this.self = this;
    this.kept = null;
  }

  private get asked(): Kept {
    this.self.kept ??= {};
    return this.self.kept;
  }
  get id(): string {
    this.asked.id ??= this.given.id ?? defaultId(this.inGroup, this);
    return this.asked.id;
  }
  get identity(): string {
    this.asked.identity ??= identityOf(this.inGroup, this);
    return this.asked.identity;
  }
  get entry(): JsonObject {
    this.asked.entry ??= coveredEntry(this.inGroup, this);
    return this.asked.entry;
  }
  get source(): Source {
    this.asked.source ??= new EntrySource(this.inGroup, this.index);
    return this.asked.source;
  }
  get fields(): JsonObject {
    this.asked.fields ??= ownFields(this.grammar, this.given);
    return this.asked.fields;
  }
  get event(): string {
    return this.inGroup.spec.name;
  }
  get dialect(): string {
    return this.inGroup.file.place.dialect.name;
  }
  get type(): string {
    return this.grammar.runner.type;
  }
  get description(): string {
    return this.given.description ?? this.inGroup.description;
  }
  get matcher(): Matcher {
    return this.inGroup.matcher;
  }
  get if(): Condition | null {
    return this.parts.if;
  }
  get when(): Condition | null {
    return this.parts.when;
  }
  get scope(): Scope | null {
    return this.inGroup.file.scope;
  }
  get disabled(): string | null {
    return this.given.enabled === false ? '"enabled" is false' : this.inGroup.disabled;
  }
  get timeoutMs(): number {
    return timeoutMsOf(this.inGroup, this);
  }
  get groupTimeoutMs(): number | null {
    return this.inGroup.timeoutMs;
  }
  get blockingExit(): "nonzero" | null {
    // Where hooks stand without a group, waiting for one has always meant that its failure blocks.
    return this.inGroup.place.bare && this.waited === true ? "nonzero" : null;
  }
  get afterBlock(): Hook["afterBlock"] {
    return this.inGroup.file.afterBlock;
  }
  get template(): Template | null {
    return this.parts.template;
  }
  private get waited(): Json | undefined {
    const { waits } = this.inGroup.file.place.dialect.entry;
    return waits === undefined ? undefined : this.given[waits];
  }
  get onFailure(): OnFailure {
    return onFailureOf(this.inGroup.file, this.written.onFailure, this.grammar.runner);
  }
  get mode(): Mode {
    if (this.written.mode === undefined) return this.inGroup.file.defaults.mode;
    return this.given.mode ?? "enforce";
  }
  get background(): boolean {
    return this.given.async === true || this.rewake || this.waited === false;
  }
  get rewake(): boolean {
    return this.given.asyncRewake === true;
  }
  get once(): boolean {
    return this.given.once === true;
  }
  get statusMessage(): string {
    return this.given.statusMessage ?? "";
  }
  get group(): number {
    return this.inGroup.place.number;
  }
  get sequential(): boolean {
    return this.inGroup.sequential;
  }
  get env(): Hook["env"] {
    const { plugin } = this.inGroup.file.place;
    return plugin ? { ...plugin.env, ...this.parts.env } : this.parts.env;
  }
  get passEnv(): readonly string[] {
    const { passEnv } = this.inGroup.file.defaults;
    const { passes } = this.grammar.runner;
    const listed = passes === undefined ? undefined : this.fields[passes];
    const own = Array.isArray(listed) ? listed.map(String) : [];
    return [...new Set([...passEnv, ...(this.given.passEnv ?? []), ...own])];
  }
  get environment(): Hook["environment"] {
    return this.inGroup.file.defaults.environment;
  }
  get cwd(): string | null {
    const { cwd: names = [] } = this.inGroup.file.place.dialect.entry;
    const named = [names].flat().flatMap((name) => {
      const folder = this.given[name];
      return typeof folder === "string" && folder !== "" ? [folder] : [];
    });
    return this.given.cwd ?? named[0] ?? null;
  }
}
