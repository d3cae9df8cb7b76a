import { readCommand } from "../../shell/reading/read-command.ts";
import type { CommandReading, KnownVariables, ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { moduleNames } from "./module-names.ts";
import { loading, type NamedWord, onlyWrites, saysNothing } from "./named-words.ts";
import { type StartedProgram, startedPrograms } from "./started-programs.ts";

/** What the commands of an entry name once variables, braces, loops and nested shells are read. */
export interface CommandNames {
  readonly words: readonly NamedWord[];
  /** The folders that they go to; relative to where the entry starts. */
  readonly folders: readonly string[];
  /** The commands of which only running tells which file they run. */
  readonly uncovered: readonly string[];
  readonly programs: readonly StartedProgram[];
}

/** Programs that run the file that they are given. */
const runsFile =
  /^(?:\.|source|(?:ba|da|z|k|mk|a|c|tc|fi)?sh|node(?:js)?|bun|deno|tsx|ts-node|(?:python|pypy|lua|perl|ruby|php)[\d.]*|luajit|Rscript|pwsh|osascript)$/;

const says: ReadonlySet<string> = new Set(["cat", "head", "tail", "grep"]);

/** Reads one shell text; `for NAME in PATTERN` is followed where its name is run. */
export function commandNames(source: string, variables: KnownVariables): CommandNames {
  const reading = readCommand(source, variables);
  const loops = loopsOf(source);
  const written = writtenFiles(reading.commands);
  const toldLater = />&2/.test(source);
  const becomesCode = new Set(reading.commands.flatMap(({ input }) => input));
  const words: NamedWord[] = [];
  const uncovered: string[] = reading.unread === null ? [] : [source];
  reading.commands.forEach((command, place) => {
    const { program, called, args, redirects, assignments } = command;
    // Its paths are of another machine.
    if (command.remote) return;
    const piped = becomesCode.has(place);
    const runs = runsFile.test(program);
    const data = isData(command) || (toldLater && says.has(program) && !piped);
    if (called !== "") words.push({ text: called, program: true });
    for (const { value, glob } of [...args, ...read(redirects)]) {
      if (value === null || (data && written.has(value))) continue;
      if (!glob) add(words, value);
      else if (runs || piped) words.push({ text: value, program: false, glob });
    }
    for (const { name, value } of assignments) {
      if (loading.test(name)) for (const part of (value.value ?? "").split(":")) add(words, part);
    }
    for (const text of moduleNames(command)) words.push({ text, program: false, module: true });
    const looped = runs ? loops.get(variableOf(scriptOf(command))) : undefined;
    for (const text of looped?.words ?? []) words.push({ text, program: false, glob: true });
    if (looped?.sure !== true && isUnknown(command, runs, reading)) uncovered.push(command.text);
  });
  const folders = reading.commands.flatMap(({ folder }) => (folder ? [folder] : []));
  return {
    words,
    folders: [...new Set(folders)],
    uncovered: [...new Set(uncovered)],
    // Few ask for them: `hookline doctor`, `hookline stats`.
    get programs() {
      return startedPrograms(reading, runsFile);
    },
  };
}

function isUnknown(command: ReadCommand, runs: boolean, { commands }: CommandReading): boolean {
  const { program, called, args, code, dynamic, folder, via, text } = command;
  // What a shell reads is told of the shell.
  if (dynamic) return text !== "…" || via.length === 0;
  if (program === "eval") return args.some(({ value }) => value === null);
  if (code?.text === null) return !command.input.every((place) => isKnownText(commands[place]));
  const script = runs && code === null ? scriptOf(command) : undefined;
  if (script?.value === null) return true;
  const relative = [called.includes("/") ? called : "/", script?.value ?? "/"];
  return folder === null && relative.some((path) => !path.startsWith("/"));
}

/** True for a `cat` of files with known names, which are covered. */
function isKnownText(command: ReadCommand | undefined): boolean {
  if (command?.program !== "cat" || command.args.length === 0) return false;
  return command.args.every(({ value }) => value !== null && value !== "-");
}

function scriptOf({ operands }: ReadCommand): ReadWord | undefined {
  return operands[0];
}

function variableOf(word: ReadWord | undefined): string {
  return /^"?\$\{?(\w+)\}?"?$/.exec(word?.text ?? "")?.[1] ?? "";
}

interface Loop {
  readonly words: Set<string>;
  /** False if something else may be in its variable. */
  readonly sure: boolean;
}

/** The words that the variables of loops go through, as they are written. */
function loopsOf(source: string): ReadonlyMap<string, Loop> {
  const loops = new Map<string, Loop>();
  const set = new Set([...source.matchAll(/\b(\w+)\+?=/g)].map(([, name]) => name));
  const filled = /\b(?:read|mapfile|readarray|getopts|printf\s+-v)\b/.test(source);
  for (const [, name = "", list = ""] of source.matchAll(/\bfor\s+(\w+)\s+in\s+([^;\n]*)/g)) {
    const { words, sure } = loops.get(name) ?? { words: new Set(), sure: !filled && !set.has(name) };
    for (const word of list.trim().split(/\s+/)) words.add(word);
    loops.set(name, { words, sure: sure && !/[$`\\"']/.test(list) });
  }
  return loops;
}

function read(redirects: ReadCommand["redirects"]): readonly ReadWord[] {
  return redirects.filter(({ access }) => access === "read").map(({ target }) => target);
}

function writtenFiles(commands: readonly ReadCommand[]): ReadonlySet<string | null> {
  return new Set(
    commands.flatMap(({ program, args, redirects }) => [
      ...redirects
        .filter(({ access }) => access === "write" || access === "append")
        .map(({ target }) => target.value),
      ...(onlyWrites.has(program) ? args.map(({ value }) => value) : []),
    ]),
  );
}

function isData({ program, flags }: ReadCommand): boolean {
  return saysNothing.has(program) || (program === "grep" && flags.includes("-q"));
}

function add(words: NamedWord[], text: string): void {
  words.push({ text, program: false });
  const equals = text.indexOf("=");
  if (equals > 0) words.push({ text: text.slice(equals + 1), program: false });
}
