import { textOption, UsageError, type VerbOptions } from "../verb.ts";
import type { Layer } from "./place.ts";

/** The hook file that `--file` names; the team's if it names none. */
export function layerOption(options: VerbOptions): Layer {
  const word = textOption(options, "file") ?? "team";
  if (word === "team" || word === "local" || word === "user") return word;
  throw new UsageError(`--file ${word}: write team, local or user`);
}
