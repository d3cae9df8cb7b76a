import { fitsSigns, globSigns } from "../../shell/glob.ts";
import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import type { PolicyFacts } from "../model.ts";
import { has, valuesOf, wordOf } from "./option-values.ts";
import { absolutePath, normalPath } from "./place.ts";

/** Paths of files that somebody wrote. */
export interface KnownFiles {
  has(path: string): boolean;
  keys(): Iterable<string>;
}

/** Where names of files are looked for. */
export type FilePlace = Pick<PolicyFacts, "cwd" | "home">;

/** A file that a command runs; not sure if the command does not tell its whole name. */
export interface RunFile {
  readonly path: string;
  readonly sure: boolean;
}

const shells = /^(?:(?:ba|z|da|k|a|mk|ya)?sh|rbash|fish)$/;
/** Interpreters other than shells. */
export const interpreters =
  /^(?:python[\d.]*|pypy3?|node|nodejs|perl|ruby|php|deno|bun|tsx|ts-node|lua[\d.]*|tclsh|Rscript|osascript)$/;
/** Programs that start the command that is their last words. */
const launchers = /^(?:screen|tmux|nodemon|watchexec|entr|pm2|concurrently|script)$/;
/** Modules of Python that run the file that they are given. */
const runningModules = /^(?:runpy|pdb|ipdb|cProfile|profile|trace|coverage|debugpy|viztracer)$/;

/** Of the files that are known, those that a command of the list runs: as a program, a script, a module, or what is fed to a shell. */
export function filesRunBy(
  commands: readonly ReadCommand[],
  at: number,
  place: FilePlace,
  known: KnownFiles,
): readonly RunFile[] {
  const command = commands[at];
  if (!command || command.remote || onlyChecks(command)) return [];
  const words = runWords(command, commands, (word) => pathsOf(word, command, place, known).length > 0);
  const sure = new Set(words.flatMap((word) => pathsOf(word, command, place, known)));
  const unsure = words.flatMap((word) =>
    word.value === null ? maybeMeant(word, command, place, known) : [],
  );
  const others = unsure.filter((path) => !sure.has(path));
  return [
    ...[...sure].map((path) => ({ path, sure: true })),
    ...[...new Set(others)].map((path) => ({ path, sure: false })),
  ];
}

/** Of the files that are known, those that commands run. */
export function filesRun(
  commands: readonly ReadCommand[],
  place: FilePlace,
  known: KnownFiles,
): readonly string[] {
  const files = commands.flatMap((_, at) => filesRunBy(commands, at, place, known));
  return [...new Set(files.map(({ path }) => path))];
}

/** True for an interpreter that reads a script and does not run it. */
function onlyChecks(command: ReadCommand): boolean {
  const { program } = command;
  if (shells.test(program)) return has(command, "-n");
  if (/^node/.test(program)) return has(command, "--check", "-c");
  return (/^(?:perl|ruby)$/.test(program) && has(command, "-c")) || (program === "php" && has(command, "-l"));
}

/** The words of a command that name what it runs. */
function runWords(
  command: ReadCommand,
  commands: readonly ReadCommand[],
  isKnown: (word: ReadWord) => boolean,
): readonly ReadWord[] {
  const { program, called, code, operands, args } = command;
  const own = called.includes("/") || command.via.includes("uv") ? [wordOf(called)] : [];
  if (program === "source" || program === ".") return [...own, ...operands.slice(0, 1)];
  if (/^[gmn]?awk$/.test(program)) return [...own, ...valuesOf(command, "-f", "--file")];
  if (/^g?make$/.test(program)) return [...own, ...makefiles(command)];
  if (launchers.test(program))
    return [...own, ...args.flatMap(({ value }) => (value ?? "").split(" ").map((word) => wordOf(word)))];
  if (runsPackage(command)) own.push(...packageFiles(command));
  if (!shells.test(program) && !interpreters.test(program)) return own;
  if (/^node/.test(program)) own.push(...valuesOf(command, "-r", "--require", "--import", "--loader"));
  if (code !== null && code.text !== null) return own;
  const [module] = /^py/.test(program) ? valuesOf(command, "-m") : [];
  if (module && !runningModules.test(module.value ?? "")) return [...own, ...modulesOf(module)];
  return [...own, ...scripts(command, isKnown), ...fed(command, commands, 0)];
}

/** The script of an interpreter: the first word that is none of its options; a word after an option may belong to that. */
function scripts({ args, program }: ReadCommand, isKnown: (word: ReadWord) => boolean): readonly ReadWord[] {
  for (const [at, word] of args.entries()) {
    if (word.begins.startsWith("-")) continue;
    if (word.value === null) return [word];
    const meant = [word, ...endings(program).map((end) => wordOf(`${word.value}${end}`))].filter(isKnown);
    if (meant.length > 0) return meant;
    const isValue = at > 0 && args[at - 1]?.begins.startsWith("-");
    if (!isValue && /[./]/.test(word.begins)) return [];
  }
  return [];
}

/** What an interpreter adds to a name that is no file. */
function endings(program: string): readonly string[] {
  if (/^(?:node|nodejs|bun|tsx|ts-node)$/.test(program))
    return [".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.mjs"];
  return /^py/.test(program) ? ["/__main__.py"] : [];
}

/** Files that come in by redirections and pipes, however many programs lie between. */
function fed(command: ReadCommand, commands: readonly ReadCommand[], depth: number): readonly ReadWord[] {
  const read = command.redirects.filter(({ access }) => access === "read").map(({ target }) => target);
  if (depth > 8) return read;
  const before = command.input.flatMap((index) => {
    const one = commands[index];
    return one && one !== command ? [...one.operands, ...fed(one, commands, depth + 1)] : [];
  });
  return [...read, ...before];
}

const modulesOf = ({ value }: ReadWord): readonly ReadWord[] => {
  const path = (value ?? "").replaceAll(".", "/");
  return path === "" ? [] : [wordOf(`${path}.py`), wordOf(`${path}/__main__.py`)];
};

function makefiles(command: ReadCommand): readonly ReadWord[] {
  const named = valuesOf(command, "-f", "--file", "--makefile");
  const words =
    named.length > 0 ? named : ["GNUmakefile", "makefile", "Makefile"].map((name) => wordOf(name));
  return inFolder(words, valuesOf(command, "-C", "--directory"));
}

const npmVerbs =
  /^(?:run|run-script|rum|test|t|start|stop|restart|install|i|ci|add|rebuild|publish|pack|version|exec|x)$/;

/** npm runs scripts by some of its verbs, the others by the bare names of scripts, too. */
function runsPackage({ program, args }: ReadCommand): boolean {
  if (program === "npm") return args.some(({ value }) => npmVerbs.test(value ?? ""));
  return program === "pnpm" || program === "yarn" || program === "bun";
}

function packageFiles(command: ReadCommand): readonly ReadWord[] {
  return inFolder([wordOf("package.json")], valuesOf(command, "--prefix", "-C", "--cwd", "--dir"));
}

function inFolder(words: readonly ReadWord[], [folder]: readonly ReadWord[]): readonly ReadWord[] {
  if (folder?.value == null) return words;
  return words.map(({ value }) =>
    wordOf(/^[/~]/.test(value ?? "") ? (value ?? "") : `${folder.value}/${value}`),
  );
}

/** So many files are looked into for a word of which nobody knows which file it means. */
const mostMeant = 10;
const looksLikeScript = /\.(?:sh|bash|zsh|py|[cm]?js|ts|rb|pl|php)$|\/[^./]+$/;

/** The newest scripts that a word may mean of which only running it tells the rest. */
function maybeMeant(
  { begins, ends }: ReadWord,
  { folder }: ReadCommand,
  { cwd, home }: FilePlace,
  known: KnownFiles,
): readonly string[] {
  const whole = /^[/~]/.test(begins) || folder !== null;
  const start =
    begins === "" || !whole ? "/" : absolutePath(begins, absolutePath(folder ?? "/", cwd, home), home);
  const fitting = [...known.keys()].filter((path) => path.startsWith(start) && path.endsWith(ends));
  return fitting.filter((path) => looksLikeScript.test(path)).slice(-mostMeant);
}

/** The known files that a word means. */
function pathsOf(
  { value, glob }: ReadWord,
  { folder }: ReadCommand,
  { cwd, home }: FilePlace,
  known: KnownFiles,
): readonly string[] {
  if (value === null || value === "") return [];
  if (folder === null && !/^[/~]/.test(value)) {
    const end = `/${normalPath(value).replace(/^(?:\.\.\/)+/, "")}`;
    return [...known.keys()].filter((path) => path.endsWith(end));
  }
  const path = absolutePath(value, absolutePath(folder ?? "/", cwd, home), home);
  if (!glob) return known.has(path) ? [path] : [];
  const signs = globSigns(path);
  return [...known.keys()].filter((one) => fitsSigns(signs, one));
}
