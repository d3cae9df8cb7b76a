import { suggest } from "../../contract/suggest.ts";
import { UsageError } from "../verb.ts";

/** Refuses a word that is none of the verbs under another. */
export function noSuchVerb([word]: readonly string[], above: string, known: readonly string[]): void {
  if (word === undefined) return;
  const meant = suggest(word, known);
  const hint = meant === null ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`there is no "hookline ${above} ${word}"; ${hint}`);
}
