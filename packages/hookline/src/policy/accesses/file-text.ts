import { baseName } from "../../contract/base-name.ts";
import { isObject, jsonOf } from "../../contract/json.ts";
import type { ReadCode, ReadCommand } from "../../shell/reading/reading.ts";
import type { WrittenFile } from "../model.ts";
import { folderOf } from "./place.ts";
import { commandsInProgram, hidesWhatItRuns, statementsOf } from "./program-text.ts";
import { interpreters } from "./run-files.ts";

/** What a file would do that a command runs. */
export interface FileMeaning {
  /** Texts for a shell; null where only running it tells. */
  readonly texts: readonly (string | null)[];
  /** Pieces of code in another language. */
  readonly codes: readonly ReadCode[];
  /** Whether what only running it tells counts as well. */
  readonly strict: boolean;
}

/** What a file says to the program that runs it. */
export function meaningOf(path: string, { program, called }: ReadCommand, file: WrittenFile): FileMeaning {
  const { text, made } = file;
  if (text === null) return { texts: made ? [null] : [], codes: [], strict: made };
  const name = baseName(path);
  if (name === "package.json") return { texts: packageScripts(text), codes: [], strict: false };
  if (/^g?make$/.test(program)) return { texts: [recipesOf(text)], codes: [], strict: false };
  // Whoever runs a file itself goes by its first line; uv takes every file of Python for a program.
  const runsItself = baseName(called) === name && !(name.endsWith(".py") && !called.includes("/"));
  const language = runsItself
    ? languageOf(text)
    : name.endsWith(".py") && program === name
      ? "python"
      : program;
  if (!interpreters.test(language) && !/^[gmn]?awk$/.test(language))
    return { texts: [withOwnFolder(text, folderOf(path))], codes: [], strict: made };
  const hidden = made && hidesWhatItRuns(text) ? [null] : [];
  const codes = statementsOf(text).map((statement) => ({ language, text: statement }));
  return { texts: [...commandsInProgram(text), ...hidden], codes, strict: hidden.length > 0 };
}

const self = String.raw`"?\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?\}|\{\(%\):-%x\})"?`;
const ownFolder = new RegExp(
  String.raw`\$\(\s*dirname\s+(?:--\s+)?(?:${self}|"?\$\(\s*(?:readlink -f|realpath)\s+(?:--\s+)?${self}\s*\)"?)\s*\)|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}`,
  "g",
);
const goesThere =
  /\$\(\s*(?:CDPATH=\s+)?cd\s+(?:--\s+)?"?([\w./@-]+)"?\s*(?:>\s*\/dev\/null(?:\s+2>&1)?\s*)?&&\s*pwd(?:\s+-P)?\s*\)/g;

/** A script in which the folder that it lies in is written out, where it asks for that in one of the usual ways. */
function withOwnFolder(text: string, folder: string): string {
  if (!/^[\w./@-]+$/.test(folder)) return text;
  return text.replace(ownFolder, folder).replace(goesThere, (_, there) => there);
}

/** The program that the first line of a file names; a shell if it names none. */
function languageOf(text: string): string {
  const [line = ""] = text.slice(0, 200).split("\n", 1);
  if (!line.startsWith("#!")) return "sh";
  const words = line.slice(2).trim().split(/\s+/);
  const named =
    baseName(words[0] ?? "") === "env" ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return baseName(named ?? "sh");
}

function packageScripts(text: string): readonly string[] {
  const value = jsonOf(text);
  const scripts = isObject(value) && isObject(value.scripts) ? Object.values(value.scripts) : [];
  return scripts.filter((script) => typeof script === "string").slice(0, 50);
}

/** The lines of all recipes as one script, with the variables of make filled in as far as they are plain. */
function recipesOf(text: string): string {
  const values = new Map(
    [...text.matchAll(/^([\w.-]+)[ \t]*[:?+]{0,2}=[ \t]*([^\n$]*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.trim(),
    ]),
  );
  const lines = text
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.startsWith("\t"));
  return lines
    .map((line) =>
      line
        .trim()
        .replace(/^[@+-]+/, "")
        .replace(/\$\$|\$[({]([\w.-]+)[)}]|\$[({][^)}]*[)}]|\$[@<^?*%+|]/g, (whole, name) => {
          if (whole === "$$") return "$";
          return (name === undefined ? undefined : values.get(name)) ?? "made-by-make";
        }),
    )
    .join("\n");
}
