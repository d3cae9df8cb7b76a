import { isFresh, signatureOf } from "./signature.ts";

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

/** Notes looks of before, with what was there then: whoever uses what came of them depends on the same. */
export function noteLooks(looks: readonly KeptLook[]): void {
  for (const own of watchers) for (const kept of looks) noteKept(own, kept);
}

function noteKept(looks: Map<string, Looked>, [path, look, signature]: KeptLook): void {
  const before = looks.get(path);
  if (!before) return void looks.set(path, { look, signature });
  // Of two that do not agree, neither holds.
  const isSame = signatureOf(path, before.look) === before.signature && signatureOf(path, look) === signature;
  const stronger = strength.indexOf(before.look) >= strength.indexOf(look) ? before : { look, signature };
  looks.set(path, isSame ? stronger : { ...stronger, signature: null });
}

/** A look that is kept: where, of which kind, and what was there. */
export type KeptLook = readonly [path: string, look: Look, signature: string];

/** To look at more than this takes longer than to read what was found there. */
const mostKept = 1_000;

/** Looks as they are kept; null if something has changed in the meantime, or only just before somebody began to look. */
export function keptLooks(looks: ReadonlyMap<string, Looked>, began: number): readonly KeptLook[] | null {
  if (looks.size > mostKept) return null;
  const rows: KeptLook[] = [];
  for (const [path, { look, signature }] of looks) {
    if (signature === null || signature !== signatureOf(path, look)) return null;
    if (look === "whole" && isFresh(path, began)) return null;
    rows.push([path, look, signature]);
  }
  return rows;
}

/** True if at every place there is what was there before. */
export function stillHold(looks: readonly KeptLook[]): boolean {
  return looks.every(([path, look, signature]) => signatureOf(path, look) === signature);
}

/** From now on, every path that hook files are looked for at is noted; gives the notes, which grow until `end`. */
export function watchLooks(): { readonly looks: ReadonlyMap<string, Looked>; end(): void } {
  const own = new Map<string, Looked>();
  watchers.add(own);
  return { looks: own, end: () => void watchers.delete(own) };
}
