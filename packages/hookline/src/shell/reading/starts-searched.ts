import { baseName } from "../../contract/base-name.ts";
import { fitsSigns, globSigns } from "../glob.ts";
import { fieldOf } from "./fields.ts";
import { computed, given, isKnown } from "./marks.ts";
import { type CommandLine, type OptionRow, optionValues, type ReadOption, readOptions } from "./options.ts";
import { joined, type Start, type Starts } from "./starts.ts";
import type { Field } from "./state.ts";

const starting = /^-(?:exec|execdir|ok|okdir)$/;

/** Where `find` begins to look, and the words that say what for. */
function parted(args: readonly Field[]): { roots: readonly Field[]; tests: readonly Field[] } {
  const from = args.findIndex(({ value }) => !/^-(?:[HLP]|D.*|O\d*)$/.test(value));
  const all = from < 0 ? [] : args.slice(from);
  const end = all.findIndex(({ value }) => /^-./.test(value) || /^[(!,)]$/.test(value));
  return end < 0 ? { roots: all, tests: [] } : { roots: all.slice(0, end), tests: all.slice(end) };
}

/** The command line of `find`: its roots are its operands; what it runs has options of its own. */
export function readFind(args: readonly Field[]): CommandLine {
  const { roots, tests } = parted(args);
  const options: ReadOption[] = [];
  for (let at = 0; at < tests.length; at++) {
    const name = tests[at]?.value ?? "";
    if (!/^-./.test(name)) continue;
    const next = tests[at + 1];
    options.push({ name, value: next && !/^-./.test(next.value) ? next : null });
    if (starting.test(name)) at = endOfCommand(tests, at);
  }
  return { options, operands: roots };
}

/** `find … -exec command {} ;`: `{}` is what is searched or, if only some of it is meant, something below. */
export const startedByFind: Starts = ({ args }) => {
  const { roots: named, tests } = parted(args);
  const roots = named.length > 0 ? named : [fieldOf(".")];
  const starts: Start[] = [];
  let narrowing = 0;
  for (let at = 0; at < tests.length; at++) {
    const word = tests[at]?.value ?? "";
    if (/^(?:!|-not)$/.test(word)) narrowing = Number.NEGATIVE_INFINITY;
    else if (/^-or?$/.test(word)) narrowing -= 1;
    else if (isNarrow(word, tests[at + 1]?.value ?? "", roots)) narrowing += 1;
    const narrowed = narrowing > 0;
    if (!starting.test(word)) continue;
    const stop = endOfCommand(tests, at);
    starts.push({ words: tests.slice(at + 1, stop).flatMap((field) => filled(field, roots, narrowed)) });
    at = stop;
  }
  return starts;
};

/** True for a test that what is searched does not pass itself. */
function isNarrow(test: string, value: string, roots: readonly Field[]): boolean {
  if (test === "-mindepth") return /^[1-9]/.test(value);
  if (/^-i?(?:regex|lname)$/.test(test)) return true;
  const path = /^-i?(?:path|wholename)$/.test(test);
  if (!path && !/^-i?name$/.test(test)) return false;
  const signs = globSigns(value.toLowerCase());
  return !roots.some((root) => {
    const own = root.value.toLowerCase().replace(/(?<=.)\/+$/, "");
    return fitsSigns(signs, path || own === "/" ? own : baseName(own));
  });
}

function endOfCommand(words: readonly Field[], from: number): number {
  let stop = from + 1;
  while (stop < words.length && words[stop]?.value !== ";" && !isPlus(words, stop)) stop += 1;
  return stop;
}

const isPlus = (words: readonly Field[], at: number): boolean =>
  words[at]?.value === "+" && words[at - 1]?.value === "{}";

function filled(field: Field, roots: readonly Field[], narrowed: boolean): readonly Field[] {
  if (!field.value.includes("{}")) return [field];
  const found = roots.map((root) => ({
    ...root,
    value: narrowed ? `${root.value}${root.value.endsWith("/") ? "" : "/"}${given}` : root.value,
  }));
  if (field.value === "{}") return found.map((each) => ({ ...field, value: each.value, glob: each.glob }));
  const [first] = found;
  return [{ ...field, value: field.value.replaceAll("{}", first?.value ?? computed) }];
}

/** The options of `xargs`. */
export const xargsRow: OptionRow = {
  short: "aEILnPsd",
  long: "--arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var",
};

/** `xargs command`: what it reads becomes arguments. */
export const startedByXargs: Starts = ({ args, stdin }) => {
  const line = readOptions(args, { ...xargsRow, stops: true });
  if (line.operands.length === 0) return [];
  const replaces = replacedBy(args.slice(0, args.length - line.operands.length), line);
  const nul = line.options.some(({ name }) => name === "-0" || name === "--null");
  const delimiter = optionValues(line, "-d", "--delimiter")[0]?.value;
  const file = optionValues(line, "-a", "--arg-file").length > 0;
  const values = file ? null : readValues(stdin.text, nul ? "\0" : delimiter, replaces !== null);
  const found = (values ?? [computed]).map((value) => fieldOf(value));
  if (replaces === null) return [{ words: [...line.operands, ...found] }];
  return found.slice(0, 16).map((one) => ({
    words: line.operands.map((field) => ({ ...field, value: field.value.replaceAll(replaces, one.value) })),
  }));
};

/** What `xargs` puts each of its values in the place of; null if it adds them at the end. */
function replacedBy(own: readonly Field[], line: CommandLine): string | null {
  const [mark] = optionValues(line, "-I", "--replace");
  if (mark) return mark.value;
  // The value of these two is a part of the same word, or there is none.
  const bare = own.map(({ value }) => /^-[0oprtx]*i(.*)$/s.exec(value)).find((found) => found !== null);
  return bare ? bare[1] || "{}" : line.options.some(({ name }) => name === "--replace") ? "{}" : null;
}

/** The words that `xargs` would make of a text; null if that cannot be told. */
function readValues(text: string, delimiter: string | undefined, lines: boolean): readonly string[] | null {
  if (!isKnown(text)) return null;
  if (delimiter !== undefined)
    return delimiter.length === 1 ? text.split(delimiter).filter((one) => one !== "") : null;
  if (/["'\\]/.test(text)) return null;
  const values = lines ? text.split("\n").map((line) => line.trim()) : text.split(/[ \t\n]+/);
  return values.filter((value) => value !== "").slice(0, 200);
}

/** `parallel command ::: a b`: each word fills `{}` or follows the command; a shell reads what comes out. */
export const startedByParallel: Starts = ({ args, stdin }) => {
  const line = readOptions(args, {
    short: "jNnLaIdS",
    long: "--jobs --max-args --arg-file --colsep --delay --joblog --sshlogin --results --retries --timeout",
    stops: true,
  });
  const at = line.operands.findIndex(({ value }) => /^:::\+?$|^::::\+?$/.test(value));
  const command = at < 0 ? line.operands : line.operands.slice(0, at);
  const files = line.operands[at]?.value.startsWith("::::");
  const named = at < 0 || files ? null : line.operands.slice(at + 1).map(({ value }) => value);
  const read =
    named ?? (files || !isKnown(stdin.text) ? null : stdin.text.split("\n").filter((one) => one !== ""));
  const values = (read ?? [computed]).slice(0, 16);
  const { text = "", feeds = [] } = joined(command);
  return values.map((value) => {
    const whole = text.replace(/\{[#%./]*\}/g, value);
    return { text: command.length === 0 ? value : whole === text ? `${text} ${value}` : whole, feeds };
  });
};
