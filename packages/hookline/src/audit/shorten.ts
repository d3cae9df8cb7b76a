import { hash } from "node:crypto";
import { canonicalJson, isObject, type Json, type JsonObject } from "../contract/json.ts";

/** Items of a list that did not fit into a record. */
export interface LeftOut {
  /** The name of the list: `hooks`, `faults`, `rules`, `agents`. */
  readonly list: string;
  /** How many items are not in the record. */
  readonly count: number;
  /** SHA-256 of the canonical JSON of the whole list. */
  readonly sha256: string;
}

/** What is tried one after another: texts to so many characters, lists to so many items. */
const steps = [
  { text: 1024, items: Number.POSITIVE_INFINITY },
  { text: 1024, items: 100 },
  { text: 256, items: 25 },
  { text: 64, items: 5 },
];

/** A record that is too long, as a text that is not: the beginnings of its texts and lists, and digests of the whole of them. */
export function shortenedText(text: string, longest: number): string {
  const record: Json = JSON.parse(text);
  if (!isObject(record)) return text;
  for (const limits of steps) {
    const shorter = canonicalJson(shortened(record, limits));
    if (Buffer.byteLength(shorter) < longest) return shorter;
  }
  // Only the detail of a note has names that are not ours.
  const detail = {
    shortened: canonicalJson(record.detail ?? null).slice(0, 1024),
    sha256: digest(record.detail),
  };
  return canonicalJson({ ...shortened({ ...record, detail: null }, { text: 64, items: 5 }), detail });
}

interface Limits {
  readonly text: number;
  readonly items: number;
}

function shortened(record: JsonObject, limits: Limits): JsonObject {
  const leftOut: LeftOut[] = [];
  const short = (value: Json | undefined, name: string): Json => {
    if (typeof value === "string") return shortText(value, limits.text);
    if (Array.isArray(value)) {
      if (value.length > limits.items)
        leftOut.push({ list: name, count: value.length - limits.items, sha256: digest(value) });
      return value.slice(0, limits.items).map((item) => short(item, name));
    }
    return isObject(value) ? within(value) : (value ?? null);
  };
  const within = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([name, item]) => [name, short(item, name)]));
  const result = within(record);
  if (leftOut.length === 0) return result;
  return { ...result, leftOut: leftOut.map((one) => ({ ...one })) };
}

function shortText(value: string, most: number): string {
  // A text that is a little longer would not become shorter.
  if (value.length <= most + 100) return value;
  const all = hash("sha256", value, "hex");
  return `${value.slice(0, most)}… (${value.length - most} more characters; SHA-256 of all ${all})`;
}

function digest(value: Json | undefined): string {
  return hash("sha256", canonicalJson(value ?? null), "hex");
}
