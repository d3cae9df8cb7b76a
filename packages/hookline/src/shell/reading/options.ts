import { beginning } from "./marks.ts";
import type { Field } from "./state.ts";

/** How a program's command line is read. */
export interface OptionRow {
  /** Letters of short options that take a value. */
  readonly short?: string;
  /** Long options that take a value as their next word, parted by blanks. */
  readonly long?: string;
  /** Its options end at its first operand. */
  readonly stops?: true;
  /** Its options have one dash and a whole word: `find -delete`. */
  readonly words?: true;
  /** Its first word may hold options without a dash: `tar xzf`. */
  readonly bare?: true;
}

/** One option with its value, if it has one that is known to be its. */
export interface ReadOption {
  readonly name: string;
  readonly value: Field | null;
}

/** A command line, told apart. */
export interface CommandLine {
  readonly options: readonly ReadOption[];
  readonly operands: readonly Field[];
}

const none: readonly string[] = [];
const knownWords = new Map<string, readonly string[]>();

/** The words of a row, parted once: rows are written down, so there are only so many. */
function wordsOf(text: string): readonly string[] {
  let words = knownWords.get(text);
  if (!words) {
    words = text.split(" ");
    knownWords.set(text, words);
  }
  return words;
}

/** The options of a row that take the next word as their value. */
export function valuedOptions({ short = "", long }: OptionRow): readonly string[] {
  return [...[...short].map((letter) => `-${letter}`), ...(long?.split(" ") ?? [])];
}

/** Tells options, their values and operands apart. */
export function readOptions(args: readonly Field[], row: OptionRow = {}): CommandLine {
  const options: ReadOption[] = [];
  const operands: Field[] = [];
  const long = row.long === undefined ? none : wordsOf(row.long);
  for (let at = 0; at < args.length; at++) {
    const field = args[at];
    if (!field) continue;
    const word = beginning(field.value);
    const bare = row.bare && at === 0 && /^[a-zA-Z]+$/.test(word);
    if (word === "--" && field.value === word) {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!bare && (!word.startsWith("-") || word === "-")) {
      if (row.stops) {
        operands.push(...args.slice(at));
        break;
      }
      operands.push(field);
    } else if (word.startsWith("--") || row.words) {
      const [name = word] = word.split("=", 1);
      const inside =
        name.length < word.length ? { ...field, value: field.value.slice(name.length + 1) } : null;
      const next = !inside && long.includes(name) ? (args[++at] ?? null) : null;
      options.push({ name, value: inside ?? next });
    } else {
      at += bundle(field, bare ? word : word.slice(1), row, args, at + 1, options, bare === true);
    }
  }
  return { options, operands };
}

/** Reads `-rf` letter by letter; gives back how many of the next words are values. */
function bundle(
  field: Field,
  letters: string,
  row: OptionRow,
  args: readonly Field[],
  next: number,
  options: ReadOption[],
  bare: boolean,
): number {
  const start = bare ? 0 : 1;
  let taken = 0;
  for (let index = 0; index < letters.length; index++) {
    const letter = letters.charAt(index);
    const valued = row.short?.includes(letter);
    if (!valued) options.push({ name: `-${letter}`, value: null });
    else if (bare) options.push({ name: `-${letter}`, value: args[next + taken++] ?? null });
    else {
      const rest = field.value.slice(start + index + 1);
      if (rest !== "") options.push({ name: `-${letter}`, value: { ...field, value: rest } });
      else options.push({ name: `-${letter}`, value: args[next + taken++] ?? null });
      break;
    }
  }
  return taken;
}

/** The values that an option was given, whichever of its names was written. */
export const optionValues = (line: CommandLine, ...names: readonly string[]): readonly Field[] =>
  line.options.flatMap(({ name, value }) => (value && names.includes(name) ? [value] : []));
