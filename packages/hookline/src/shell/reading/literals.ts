import { addText, type FieldBuilder } from "./fields.ts";
import { noteOldArithmetic } from "./leniency.ts";
import { given } from "./marks.ts";
import { oddUnquoted } from "./odd-characters.ts";
import { parameter } from "./parameters.ts";
import type { Reader } from "./state.ts";

/** Where a tilde stands for a folder: at the beginning of a word, after `=` and `:` of an assignment, nowhere in other text. */
export type Tildes = "word" | "assignment" | "text";

/** Adds characters that stand for themselves, but for a tilde. */
export function addLiteral(
  reader: Reader,
  builder: FieldBuilder,
  part: { readonly text: string; readonly value: string },
  first: boolean,
  tildes: Tildes,
): void {
  if (reader.odd && tildes !== "text") noteOdd(reader, part.value);
  if (part.text.includes("$[")) noteOldArithmetic(reader, part.text);
  if (part.text !== part.value) builder.bare = false;
  let { value } = part;
  if (first && tildes !== "text" && part.text.startsWith("~")) value = tilde(reader, value);
  if (tildes === "assignment" && part.text.includes(":~")) {
    value = value.replace(/:(~[^:]*)/g, (_, folder: string) => `:${tilde(reader, folder)}`);
  }
  addText(builder, value);
}

function tilde(reader: Reader, text: string): string {
  const end = text.search(/[/:]/);
  const user = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? "" : text.slice(end);
  const name = user === "~" ? "HOME" : user === "~+" ? "PWD" : null;
  return (name ? parameter(reader, name).values.join("") : given) + rest;
}

/** Says that a text holds characters that people do not see as shells do. */
export function noteOdd(reader: Reader, text: string): void {
  reader.unread ??= oddUnquoted(text);
}
