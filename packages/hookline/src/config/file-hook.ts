import type { Condition, Hook, Matcher, Mode, OnFailure, Source } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import { coveredOf, identityOf, idOf, type JudgedEntry, sourceOf } from "./judged-entry.ts";

const judged = Symbol("judged");

/**
 * A hook of a file, as a view of its judged entry: nothing of it can be set, and a thousand cost almost nothing until they are asked.
 * Its properties are inherited, so a hook that differs in one of them must inherit from it as well; a copy would have none.
 */
export class FileHook implements Hook {
  readonly [judged]: JudgedEntry;

  constructor(entry: JudgedEntry) {
    this[judged] = entry;
  }

  get id(): string {
    return idOf(this[judged]);
  }
  get event(): string {
    return this[judged].group.spec.name;
  }
  get dialect(): string {
    return this[judged].group.file.place.dialect.name;
  }
  get type(): string {
    return this[judged].runner.type;
  }
  get source(): Source {
    return sourceOf(this[judged]);
  }
  get description(): string {
    const { given, group } = this[judged];
    return given.description ?? group.description;
  }
  get matcher(): Matcher {
    return this[judged].group.matcher;
  }
  get if(): Condition | null {
    return this[judged].if;
  }
  get when(): Condition | null {
    return this[judged].when;
  }
  get disabled(): string | null {
    const { given, group } = this[judged];
    return given.enabled === false ? '"enabled" is false' : group.disabled;
  }
  get timeoutMs(): number {
    return this[judged].timeoutMs;
  }
  get onFailure(): OnFailure {
    return this[judged].onFailure;
  }
  get mode(): Mode {
    const { written, given, group } = this[judged];
    return written.mode === undefined ? group.file.defaults.mode : (given.mode ?? "enforce");
  }
  get background(): boolean {
    return this[judged].given.async === true || this.rewake;
  }
  get rewake(): boolean {
    return this[judged].given.asyncRewake === true;
  }
  get once(): boolean {
    return this[judged].given.once === true;
  }
  get statusMessage(): string {
    return this[judged].given.statusMessage ?? "";
  }
  get group(): number {
    return this[judged].group.number;
  }
  get sequential(): boolean {
    return this[judged].group.sequential;
  }
  get env(): Hook["env"] {
    return this[judged].env;
  }
  get passEnv(): readonly string[] {
    return this[judged].passEnv;
  }
  get environment(): Hook["environment"] {
    return this[judged].group.file.defaults.environment;
  }
  get cwd(): string | null {
    return this[judged].given.cwd ?? null;
  }
  get fields(): JsonObject {
    return this[judged].fields;
  }
  get identity(): string {
    return identityOf(this[judged]);
  }
  get entry(): JsonObject {
    return coveredOf(this[judged]);
  }
}
