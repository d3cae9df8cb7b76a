import { signatureOf } from "./signature.ts";

/** What of a path was looked at: all that it is (its bytes, its names), which file or folder it is and whose, or that something is there. */
export type Look = "whole" | "identity" | "entry";

const strength: readonly Look[] = ["entry", "identity", "whole"];

/** A look at a path, and what was there before anything was read of it; null if that changed between two looks. */
export interface Looked {
  readonly look: Look;
  readonly signature: string | null;
}

/** Whoever wants to know; in a process that answers many calls there may be several, and each gets to know more than it must. */
const watchers = new Set<Map<string, Looked>>();

/** Notes that something depends on what is at a path; costs nothing while nobody wants to know. */
export function noteLook(path: string, look: Look): void {
  for (const looks of watchers) noteIn(looks, path, look);
}

function noteIn(looks: Map<string, Looked>, path: string, look: Look): void {
  const before = looks.get(path);
  if (before && strength.indexOf(before.look) >= strength.indexOf(look)) return;
  const isSame = !before || signatureOf(path, before.look) === before.signature;
  looks.set(path, { look, signature: isSame ? signatureOf(path, look) : null });
}

/** From now on, every path that hook files are looked for at is noted; gives the notes, which grow until `end`. */
export function watchLooks(): { readonly looks: ReadonlyMap<string, Looked>; end(): void } {
  const own = new Map<string, Looked>();
  watchers.add(own);
  return { looks: own, end: () => void watchers.delete(own) };
}
