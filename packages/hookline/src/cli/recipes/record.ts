import { isObject, type Json, type JsonObject, jsonOf } from "../../contract/json.ts";
import { sha256 } from "../../system/digest.ts";
import { readWhole } from "../../system/whole-file.ts";
import { UsageError } from "../verb.ts";
import type { Place } from "./place.ts";

/** What one use of a recipe has written. */
export interface Written {
  readonly recipe: string;
  readonly hooks: readonly string[];
  /** Keys at the top of the hook file. */
  readonly top: readonly string[];
  /** Files beside the hook file by their names, with the digests of what was written. */
  readonly files: { readonly [name: string]: string };
}

/** What recipes have written, by the id that each was given. */
export type WrittenRecord = { readonly [id: string]: Written };

/** Reads the list of what recipes have written beside a hook file; none if there is no such list. */
export function readRecord(place: Place): WrittenRecord {
  const text = textOf(place.record);
  if (text === null) return {};
  const value = jsonOf(text);
  const rows = isObject(value) ? Object.entries(value) : null;
  if (!rows) throw new UsageError(`${place.shown(place.record)} cannot be read; mend it, or remove it`);
  return Object.fromEntries(rows.flatMap(([id, row]) => (isObject(row) ? [[id, writtenOf(row)]] : [])));
}

/** The text of such a list. */
export function recordText(record: WrittenRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** The digest that a file is known by. */
export function digestOf(text: string): string {
  return sha256(text);
}

/** The text of a file; null if there is none that can be read. */
export function textOf(path: string): string | null {
  const read = readWhole(path);
  return "error" in read ? null : read.text;
}

function writtenOf({ recipe, hooks, top, files }: JsonObject): Written {
  // A file of another folder was never written by a recipe, whatever somebody put into the list.
  const rows = isObject(files) ? Object.entries(files) : [];
  const good = rows.filter(
    ([name, digest]) =>
      typeof digest === "string" && !name.split("/").includes("..") && !name.startsWith("/"),
  );
  return {
    recipe: typeof recipe === "string" ? recipe : "",
    hooks: textsOf(hooks),
    top: textsOf(top),
    files: Object.fromEntries(good.map(([name, digest]) => [name, String(digest)])),
  };
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
