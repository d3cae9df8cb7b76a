import type { Layer, OnFailure, Source } from "../../contract/hook.ts";
import { canonicalJson, deepFreeze, type Json, type JsonObject } from "../../contract/json.ts";
import type { Runner } from "../../contract/runner.ts";
import { native } from "../../dialects/native.ts";
import { sha256 } from "../../system/digest.ts";
import type { FileJudge } from "./file-judge.ts";
import { entryPath, type JudgedEntry, type JudgedGroup } from "./judged-entry.ts";

/** The id of an entry that has none: made of the entry itself. */
export function defaultId({ spec }: JudgedGroup, { written }: JudgedEntry): string {
  return derivedId(spec.name, written);
}

/** The id of an entry as it is written in a native file: its own, or one made of it. */
export function idOf(event: string, written: JsonObject): string {
  return typeof written.id === "string" && written.id !== "" ? written.id : derivedId(event, written);
}

function derivedId(event: string, written: JsonObject): string {
  return `${event}-${sha256(canonicalJson(written)).slice(0, 8)}`;
}

/** What makes two entries of a lane the same hook. */
export function identityOf({ spec, file }: JudgedGroup, { grammar, given, parts }: JudgedEntry): string {
  const { runner } = grammar;
  const own: { [name: string]: Json | undefined } = {};
  for (const name of runner.identity) own[name] = given[name];
  const { cwd = null, if: rule = null } = given;
  // A copy in a plugin, a skill or an agent is another hook.
  const { place, scope } = file;
  const part = place.plugin || scope ? [place.plugin?.id ?? null, scope] : [];
  return canonicalJson([place.dialect.name, spec.name, runner.type, own, cwd, parts.env, rule, ...part]);
}

/** What somebody approves: the entry with its event and matcher, and the `defaults` that let variables through. */
export function coveredEntry({ spec, matcher, file }: JudgedGroup, { written }: JudgedEntry): JsonObject {
  const { trusted } = file.defaults;
  const { name } = file.place.dialect;
  // The same words mean another thing in another dialect.
  const covered = {
    ...(name !== native.name && { dialect: name }),
    ...(file.place.plugin && { plugin: file.place.plugin.id }),
    event: spec.name,
    matcher: matcher.pattern,
    hook: written,
  };
  return deepFreeze(trusted ? { ...covered, defaults: trusted } : covered);
}

/** What a fault makes of a hook that was written like this; a word that means nothing is read as the stricter one. Nobody loosens what the managed file says for all. */
export function onFailureOf(
  file: FileJudge,
  written: Json | undefined,
  runner: Runner | undefined,
): OnFailure {
  if (file.basis.managedOnFailure === "block" && file.place.layer !== "managed") return "block";
  if (written !== undefined) return written === "continue" ? "continue" : "block";
  const usual = runner?.policy ? "block" : "continue";
  return file.defaults.onFailure ?? file.basis.managedOnFailure ?? usual;
}

/** Where an entry is written; its line is looked for when somebody reads the text. */
export class EntrySource implements Source {
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
      if (this.layer === "code") return "code";
      const { line, column } = document.locate(entryPath(this.#group, this.#index));
      this.#text = `${shown}:${line}:${column}`;
    }
    return this.#text;
  }
}
