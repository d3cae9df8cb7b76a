import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";

/** A word without its first characters. */
export function restOf(word: ReadWord, length: number): ReadWord {
  return {
    text: word.text,
    value: word.value === null ? null : word.value.slice(length),
    begins: word.begins.slice(length),
    ends: word.value === null ? word.ends : word.value.slice(length),
    glob: word.glob,
  };
}

/** A word that says just this. */
export function wordOf(value: string, glob = false): ReadWord {
  return { text: value, value, begins: value, ends: value, glob };
}

/** A word of which nothing is known. */
export function unknownWord(text: string): ReadWord {
  return { text, value: null, begins: "", ends: "", glob: false };
}

/** The values of options: `-o x`, `-ox`, `-so x`, `--out x` and `--out=x`. */
export function valuesOf({ args }: ReadCommand, ...names: readonly string[]): readonly ReadWord[] {
  const values: ReadWord[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word?.begins.startsWith("-")) continue;
    const next = args[at + 1];
    for (const name of names) {
      if (word.value === name) {
        if (next) values.push(next);
      } else if (name.startsWith("--")) {
        if (word.begins.startsWith(`${name}=`)) values.push(restOf(word, name.length + 1));
      } else if (name.length === 2 && /^-[A-Za-z]/.test(word.begins) && !word.begins.startsWith("--")) {
        const letter = word.begins.indexOf(name.charAt(1), 1);
        if (letter < 0) continue;
        if (word.begins.length > letter + 1 || word.value === null) {
          // Letters before it may take a value of their own; only the first place is certain.
          if (letter === 1) values.push(restOf(word, 2));
        } else if (next) values.push(next);
      }
    }
  }
  return values;
}

/** True if a command has one of the options. */
export function has({ flags }: ReadCommand, ...names: readonly string[]): boolean {
  return hasFlag(flags, names);
}

/** True if one of the options is among the flags; programs take the beginning of a long option for all of it. */
export function hasFlag(flags: readonly string[], names: readonly string[]): boolean {
  for (const flag of flags) {
    if (names.includes(flag)) return true;
    if (flag.length > 3 && flag.startsWith("--") && names.some((name) => name.startsWith(flag))) return true;
  }
  return false;
}
