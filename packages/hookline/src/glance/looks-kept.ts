import { dirname } from "node:path";
import type { Look, Looked } from "../system/looks.ts";
import { isFresh, signatureOf } from "../system/signature.ts";
import { pathIn } from "./still-there.ts";

/** What was looked at, as a book keeps it. */
export interface LooksKept {
  /** Every path at which something was, and what. */
  readonly looks: readonly (readonly [path: string, look: Look, signature: string])[];
  /** Names that were not there, by their folder; its signature is empty if it may change once more without another one. */
  readonly missing: readonly (readonly [folder: string, signature: string, names: readonly string[]])[];
}

/** Sorts what was looked at; null if something has changed in the meantime, or only just before. */
export function looksKept(
  looked: ReadonlyMap<string, Looked>,
  stateFolder: string,
  began: number,
): LooksKept | null {
  const looks = new Map<string, LooksKept["looks"][number]>();
  const names = new Map<string, Set<string>>();
  for (const [path, { look, signature }] of looked) {
    if (signature === null || signature !== signatureOf(path, look)) return null;
    if (look === "whole" && isFresh(path, began)) return null;
    const missing = signature === "" ? missingAt(path, stateFolder) : null;
    if (missing === null) looks.set(`${look}\n${path}`, [path, look, signature]);
    else {
      const folder = dirname(missing);
      const known = names.get(folder) ?? new Set();
      names.set(folder, known.add(missing.slice(pathIn(folder, "").length)));
    }
  }
  const missing: LooksKept["missing"][number][] = [];
  for (const [folder, all] of names) {
    const signature = isFresh(folder, began) ? "" : signatureOf(folder, "whole");
    // Seen after the signature was: what came before is there, what comes later changes it.
    for (const name of all) if (signatureOf(pathIn(folder, name), "entry") !== "") return null;
    missing.push([folder, signature, [...all].sort()]);
  }
  return { looks: [...looks.values()], missing };
}

/**
 * Where nothing is, nothing is below it either: of many paths that are not there, the highest that all of them lack is enough. Null if its
 * folder says nothing about it.
 */
function missingAt(path: string, stateFolder: string): string | null {
  // This folder is made when the book is written, if not before, and much happens in it.
  if (path.startsWith(`${stateFolder}/`)) return null;
  // A link to nothing.
  if (signatureOf(path, "entry") !== "") return null;
  let missing = path;
  for (let above = dirname(path); above !== missing; above = dirname(above)) {
    if (signatureOf(above, "entry") !== "") break;
    missing = above;
  }
  // Names in a folder that is a link are those of the folder that it leads to, now.
  return signatureOf(dirname(missing), "whole") === "" ? null : missing;
}
