import { baseName } from "../../contract/base-name.ts";
import type { CommandReading, ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import type { PolicyFacts } from "../model.ts";
import { isHome, isSystem } from "../places.ts";
import { namesThatFit } from "./known-names.ts";
import { absolutePath, folderOf, wayOf } from "./place.ts";

/** One path that a word means. */
export interface WordPath {
  readonly path: string;
  readonly glob: boolean;
  readonly known: boolean;
  readonly way?: string | undefined;
}

/** Where words are read: the command's folder, the machine, and what the text says about its variables. */
export interface WordPlace {
  readonly folder: string | null;
  readonly facts: PolicyFacts;
  /** Variables that hold a new folder of `mktemp`. */
  readonly temporary: ReadonlySet<string>;
}

const everyName = /^[*?.]*\*[*?.]*$|^\.?\[[!^][^\]]*\]\*$/;
const fromMktemp = /^["']?(?:\$\(|`)\s*mktemp\b[^|;&]*(?:\)|`)["']?$/;

/** The variables of a text that hold a new folder or file of `mktemp`, and nothing else anywhere in it. */
export function temporaryVariables({ commands }: CommandReading): ReadonlySet<string> {
  const set = commands.flatMap(({ assignments }) => assignments);
  const made = set.filter(({ value }) => fromMktemp.test(value.text)).map(({ name }) => name);
  return new Set(
    made.filter((name) => set.every((one) => one.name !== name || fromMktemp.test(one.value.text))),
  );
}

/** Where words of a command are read. */
export function placeOf(
  command: ReadCommand,
  facts: PolicyFacts,
  temporary: ReadonlySet<string> = new Set(),
): WordPlace {
  const folder = command.folder === null ? null : absolutePath(command.folder, facts.cwd, facts.home);
  return { folder, facts, temporary };
}

/** The paths that a word means: one, or more if it is a pattern that may mean names which matter. */
export function pathsOfWord(word: ReadWord, place: WordPlace): readonly WordPath[] {
  const { facts, folder } = place;
  if (word.value === null) return [partlyKnown(word, place), ...maybeBelow(word, place)];
  if (word.value === "") return [];
  const known = folder !== null || /^[/~]/.test(word.value);
  const path = known ? absolutePath(word.value, folder ?? "/", facts.home) : unknownBegin(word.value, facts);
  if (!word.glob) return [{ path, glob: false, known, way: wayOf(word.value, folder ?? "/", facts.home) }];
  const others = namesThatFit(path, facts).map((name) => ({ path: name, glob: false, known }));
  if (everyName.test(baseName(path))) {
    return [{ path: known ? folderOf(path) : "", glob: true, known }, ...others];
  }
  return [{ path, glob: false, known }, ...others];
}

/** What an unknown word may name as well: something in the folder that a `cd` leads to, or a path whose middle is unknown. */
function maybeBelow(word: ReadWord, { folder, facts }: WordPlace): readonly WordPath[] {
  if (word.begins === "" && word.ends === "" && folder !== null && folder !== facts.cwd)
    return [{ path: folder, glob: true, known: false }];
  if (word.begins === "" || word.ends === "" || folder === null) return [];
  return [
    { path: absolutePath(`${word.begins}*${word.ends}`, folder, facts.home), glob: false, known: false },
  ];
}

/** What is known of a path is its beginning; of one that begins with an unknown variable, what is left if that is empty. */
function partlyKnown(word: ReadWord, { folder, facts, temporary }: WordPlace): WordPath {
  const variable = /^["']?\$\{?(\w+)\}?/.exec(word.text)?.[1];
  const isNew = fromMktemp.test(word.text) || (variable !== undefined && temporary.has(variable));
  if (word.begins === "" && isNew) return { path: "/tmp/new", glob: false, known: false };
  if (word.begins !== "") {
    const whole = /^[/~]/.test(word.begins);
    if (!whole && folder === null) return { path: "", glob: false, known: false };
    return { path: absolutePath(word.begins, folder ?? "/", facts.home), glob: false, known: false };
  }
  const glob = word.glob && everyName.test(baseName(word.ends));
  const rest = glob ? folderOf(word.ends) : word.ends;
  return { path: rest.startsWith("/") ? unknownBegin(rest, facts) : "", glob, known: false };
}

/** A path of which only the end is known: with a star at its beginning, or nothing if it may be a folder of the system or a home. */
function unknownBegin(end: string, { home }: PolicyFacts): string {
  const worst = absolutePath(end, "/", home);
  return isSystem(worst, home) || isHome(worst, home) ? "" : `*${worst}`;
}
