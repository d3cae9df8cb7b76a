import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import type { PathAccess } from "../model.ts";

/** What a command does to one word that names a path. */
export interface Use {
  readonly word: ReadWord;
  readonly access: PathAccess;
  readonly recursive: boolean;
  /** Only some of what the folder holds (`find . -name x -delete`): the patterns of names and paths, as far as there are any. */
  readonly some?: readonly string[];
}

/** Says what a command does to paths. */
export type UseOf = (command: ReadCommand) => readonly Use[];

/** The same use for several words. */
export function uses(words: readonly ReadWord[], access: PathAccess, recursive = false): readonly Use[] {
  return words.map((word) => ({ word, access, recursive }));
}
