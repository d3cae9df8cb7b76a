import type { Json } from "../contract/json.ts";
import { signatureOf } from "../system/signature.ts";

/** True if everything that was looked at is as a book has it: what was there (`looks`), and what was not (`missing`), by the folders that lack it. */
export function isStillThere(looks: Json | undefined, missing: Json | undefined): boolean {
  if (!isList(looks) || !isList(missing)) return false;
  const unchanged: string[] = [];
  for (const row of missing) if (!isStillMissing(row, unchanged)) return false;
  for (const row of looks) if (!isSameThere(row, unchanged)) return false;
  return true;
}

/** In a folder in which no name came or went nothing has to be looked for. */
function isStillMissing(row: Json, unchanged: string[]): boolean {
  // By places and not as a list: what takes lists apart takes longer than all the rest of this.
  const { 0: folder, 1: signature, 2: names } = isList(row) ? row : nothing;
  if (typeof folder !== "string" || typeof signature !== "string" || !isList(names)) return false;
  if (signatureOf(folder, "whole") === signature) {
    unchanged.push(folder);
    return true;
  }
  // A link to nothing is nothing, until something is there.
  for (const name of names)
    if (typeof name !== "string" || signatureOf(pathIn(folder, name), "whole") !== "") return false;
  return true;
}

/** The path of a name in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

function isSameThere(row: Json, unchanged: readonly string[]): boolean {
  const { 0: path, 1: look, 2: signature } = isList(row) ? row : nothing;
  if (typeof path !== "string" || typeof signature !== "string") return false;
  if (look === "identity") return unchanged.includes(path) || signatureOf(path, look) === signature;
  return (look === "whole" || look === "entry") && signatureOf(path, look) === signature;
}

const nothing: readonly Json[] = [];

/** True for a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
