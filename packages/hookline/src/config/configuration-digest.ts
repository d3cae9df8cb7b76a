import { canonicalJson } from "../contract/json.ts";
import { sha256 } from "../system/digest.ts";
import type { KnownFile } from "./known-files.ts";

/** The SHA-256 of everything that is in force: the good texts of all files, and whether hooks are switched off. */
export function digestOf(files: readonly KnownFile[], off: boolean): string {
  const inForce = files.flatMap(({ place, state }) =>
    state.good ? [[place.path, place.layer, place.dialect.name, state.good.text]] : [],
  );
  return sha256(canonicalJson([off, inForce]));
}
