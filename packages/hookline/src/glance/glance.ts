import type { EventSpec, Subject } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { createCatalog } from "../events/catalog.ts";
import { checkPayload, subjectOf } from "../events/complete.ts";
import { signatureOf } from "../system/signature.ts";
import { bookPath, type QuietBook, readBook } from "./quiet-file.ts";
import { hashOf } from "./short-hash.ts";

/** An event that no hook is for, as far as a glance can tell. */
export interface QuietEvent {
  readonly spec: EventSpec;
  readonly subject: Subject | null;
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
  const subjects = Object.hasOwn(book.quiet, name) ? book.quiet[name] : undefined;
  if (!subjects) return null;
  const catalog = createCatalog();
  const spec = catalog.event(name);
  if (!spec || checkPayload(spec, payload) !== null) return null;
  const subject = subjectOf(spec, payload, catalog);
  if (!subjects.includes(subject?.name ?? "")) return null;
  if (book.variables.some(([variable, hash]) => hashOf(env[variable]) !== hash)) return null;
  if (book.looks.some(([path, look, signature]) => signatureOf(path, look) !== signature)) return null;
  return { spec, subject, book };
}
