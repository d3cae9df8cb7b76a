import { delimiter, isAbsolute, join, resolve } from "node:path";
import type { Hook } from "../../contract/hook.ts";
import type { Runner } from "../../contract/runner.ts";
import { isFolder } from "../../system/folders.ts";
import { fileStamp, findProgram, realPath } from "../../system/local-files.ts";
import { type NamedWord, namedWords } from "./named-words.ts";

/** A local file that an entry names; `program` if it stands where a command's name does. */
export interface NamedFile {
  readonly path: string;
  readonly program: boolean;
}

/** Where the project is, and which environment programs are looked up in. */
export interface TrustPlace {
  readonly projectDir: string;
  readonly home: string;
  readonly path: string;
  runnerOf(hook: Hook): Runner | undefined;
}

/** The programs and the local files that an entry names, by real path; a word that names nothing on this machine is not a file. */
export function namedFiles(hook: Hook, place: TrustPlace, cwd = place.projectDir): readonly NamedFile[] {
  const texts = place.runnerOf(hook)?.names?.(hook.fields) ?? [];
  const start = hook.cwd === null ? cwd : resolve(place.projectDir, hook.cwd);
  const words = [...namedWords(texts, place.projectDir, hook.env, start), ...shellWords(hook)];
  // A command may go to a folder that it names (`cd hooks && ./x.sh`) before it names a file there.
  const named = words.map(({ text }) => resolve(start, text)).filter((path) => isFolder(path));
  const folders = [...new Set([start, place.projectDir, ...named])];
  const path = [...named, place.path].join(delimiter);
  const found = new Map<string, boolean>();
  const add = (file: string, program: boolean) => {
    const real = realPath(file);
    found.set(real, program || found.get(real) === true);
  };
  for (const { text, program } of words) {
    const paths = isAbsolute(text) ? [text] : folders.map((folder) => join(folder, text));
    for (const one of paths) if (fileStamp(one) !== null) add(one, program);
    const resolved = program ? findProgram(text, start, path) : null;
    if (resolved) add(resolved, true);
  }
  const files = [...found].map(([file, program]) => ({ path: file, program }));
  return files.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}

/** The shell itself is looked for where an entry says, if it says something. */
function shellWords({ type, env, fields }: Hook): readonly NamedWord[] {
  const found = type === "command" && (env.PATH !== undefined || fields.shell === "bash");
  return found ? [{ text: "bash", program: true }] : [];
}
