import type { JsonObject } from "../contract/json.ts";
import { signatureOf } from "../system/signature.ts";
import { bookPath, type QuietBook, readBook } from "./quiet-file.ts";
import { shapeOf } from "./shape.ts";
import { hashOf } from "./short-hash.ts";

/** An event that no hook is for, as far as a glance can tell. */
export interface QuietEvent {
  readonly name: string;
  /** Null if its matchers mean nothing. */
  readonly subject: string | null;
  readonly book: QuietBook;
}

/** Where somebody fires an event. */
export interface GlancePlace {
  readonly stateFolder: string;
  readonly cwd: string;
  readonly dialects: readonly string[] | null;
  readonly env: { readonly [name: string]: string | undefined };
}

/** Looks whether it is known that no hook is for an event, and whether that still holds; null if an engine must look. */
export function glance(name: string, payload: JsonObject, place: GlancePlace): QuietEvent | null {
  const { stateFolder, cwd, dialects, env } = place;
  const book = readBook(bookPath(stateFolder, cwd, dialects), stateFolder);
  if (!book || book.cwd !== cwd || JSON.stringify(book.dialects) !== JSON.stringify(dialects)) return null;
  const known = Object.hasOwn(book.quiet, name) ? book.quiet[name] : undefined;
  if (!known?.shapes.includes(shapeOf(payload))) return null;
  const subject = known.field === null ? null : textIn(payload, known.field);
  if (!known.subjects.includes(subject ?? "")) return null;
  if (book.variables.some(([variable, hash]) => hashOf(env[variable]) !== hash)) return null;
  if (book.looks.some(([path, look, signature]) => signatureOf(path, look) !== signature)) return null;
  return { name, subject, book };
}

function textIn(payload: JsonObject, field: string): string {
  const value = payload[field];
  return typeof value === "string" ? value : "";
}
