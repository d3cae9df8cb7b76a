import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { type Hook, startsCommand } from "../../contract/hook.ts";
import type { Runner } from "../../contract/runner.ts";
import { isFolder } from "../../system/folders.ts";
import { fileStamp, findProgram, isThere, realPath } from "../../system/local-files.ts";
import { type EntryNames, entryNames } from "./entry-names.ts";
import { moduleFiles } from "./module-names.ts";
import type { NamedWord } from "./named-words.ts";
import { patternFiles } from "./pattern-files.ts";

/** A local file that an entry names; `program` if it stands where a command's name does. */
export interface NamedFile {
  readonly path: string;
  readonly program: boolean;
}

/** What an entry names: the files that are there, and commands of which only running tells which file they run. */
export interface NamedThings {
  readonly files: readonly NamedFile[];
  readonly uncovered: readonly string[];
}

/** Where the project is, and which environment programs are looked up in. */
export interface TrustPlace {
  readonly projectDir: string;
  readonly home: string;
  readonly path: string;
  runnerOf(hook: Hook): Runner | undefined;
  /** The shell that a hook's dialect gives to a command that names none. */
  shellOf(hook: Hook): "bash" | undefined;
}

/** The programs and the local files that an entry names, by real path; a word that names nothing on this machine is not a file. */
export function namedThings(hook: Hook, place: TrustPlace, cwd = place.projectDir): NamedThings {
  const { names, start } = namesOf(hook, place, cwd);
  const words = [...names.words, ...shellWords(hook, place)];
  const lookup = lookupFor(words, names, start, place);
  const found = new Map<string, boolean>();
  const reals = new Map<string, string>();
  const add = (file: string, program: boolean) => {
    const real = reals.get(file) ?? realPath(file);
    reals.set(file, real);
    found.set(real, program || found.get(real) === true);
  };
  const uncovered = [...names.uncovered];
  for (const word of words) {
    const { text, program, glob, module } = word;
    if (glob) {
      for (const folder of isAbsolute(text) ? ["/"] : lookup.folders) {
        const { paths, whole } = patternFiles(folder, text);
        for (const path of paths) if (fileStamp(path) !== null) add(path, false);
        if (!whole && !uncovered.includes(text)) uncovered.push(text);
      }
      continue;
    }
    const paths = isAbsolute(text) ? [text] : lookup.folders.map((folder) => join(folder, text));
    for (const path of paths) {
      if (fileStamp(path) !== null) add(path, program);
      else if (module) for (const file of moduleFiles(path)) add(file, false);
    }
    for (const resolved of program && !text.includes("/") ? lookup.programs(text) : []) add(resolved, true);
  }
  const files = [...found].map(([file, program]) => ({ path: file, program }));
  return {
    files: files.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0)),
    uncovered,
  };
}

/** A command may go to a folder that it names (`cd hooks && ./x.sh`) before it names a file there, or put one into PATH. */
function lookupFor(words: readonly NamedWord[], names: EntryNames, start: string, place: TrustPlace) {
  const named = words.map(({ text }) => resolve(start, text)).filter((path) => isFolder(path));
  const gone = names.folders.map((folder) => resolve(start, folder));
  const folders = [...new Set([start, place.projectDir, ...gone, ...named])];
  const path = [...named, place.path].join(delimiter);
  const isRelative = !place.path.split(delimiter).every(isAbsolute);
  return {
    folders,
    programs: (name: string) =>
      (isRelative ? folders : [start]).flatMap((folder) => findProgram(name, folder, path) ?? []),
  };
}

/** The shell itself runs the rest: one that lies before it on PATH would run all of it. */
function shellWords(hook: Hook, place: TrustPlace): readonly NamedWord[] {
  const { fields } = hook;
  if (!startsCommand(hook) || fields.args !== undefined) return [];
  const shell = fields.shell ?? place.shellOf(hook);
  const bash = { text: "bash", program: true };
  return [{ text: "/bin/sh", program: true }, ...(shell === "bash" ? [bash] : [])];
}

/** What the words of an entry would be, read where it would start. */
export function namesOf(
  hook: Hook,
  place: TrustPlace,
  cwd: string,
): { readonly names: EntryNames; readonly start: string } {
  const texts = place.runnerOf(hook)?.names?.(hook.fields) ?? [];
  const start = hook.cwd === null ? cwd : resolve(place.projectDir, hook.cwd);
  const { projectDir, home } = place;
  const asksGit = texts.some((text) => text.includes("--show-toplevel"));
  const gitTop = (asksGit ? gitTopOf(start) : null) ?? projectDir;
  return { names: entryNames(hook, texts, { projectDir, home, start, gitTop }), start };
}

/** The folder whose files git would name from here; null if there is none. */
function gitTopOf(folder: string): string | null {
  if (isThere(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? null : gitTopOf(dirname(folder));
}
