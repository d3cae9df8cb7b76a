import { statSync } from "node:fs";
import { compileRule } from "hookline";
import { type Grounds, type JudgedCall, judgedCall, judgedPath, realFolder } from "./call.ts";
import { plainLine } from "./plain-line.ts";
import { isWorkingPlace } from "./working-folders.ts";

/** What a program may be given so that it only looks; its words beside the options are judged as paths. */
interface Looker {
  readonly options: RegExp;
  /** Its other words are no paths. */
  readonly text?: true;
}

const nothing = /^$/;

/** The harmless programs. A name that is not here is not harmless; Git is none: what a repository configures runs programs even on `git status`. */
const lookers: ReadonlyMap<string, Looker> = new Map<string, Looker>([
  ["pwd", { options: nothing }],
  ["true", { options: nothing }],
  ["whoami", { options: nothing }],
  ["echo", { options: /^-/, text: true }],
  ["which", { options: nothing, text: true }],
  ["ls", { options: /^(?:-[aAlhrtRF1dS]+)$/ }],
  ["cat", { options: /^-[nbs]$/ }],
  ["head", { options: /^-(?:\d+|[nc]\d*)$/ }],
  ["tail", { options: /^-(?:\d+|[nc]\d*)$/ }],
  ["wc", { options: /^-[lwcm]+$/ }],
]);

/** The shell itself has to see the same commands in a line: then they are as many. */
const counter = compileRule("Bash(true)", { projectDir: "/", home: "/" });

/**
 * Of each command of a shell call whether it does no more than look at what the session may read; null if the line is not plain.
 * `mayRead` is asked about each file.
 */
export function harmlessParts(
  call: JudgedCall,
  grounds: Grounds,
  mayRead: (call: JudgedCall) => boolean,
): readonly boolean[] | null {
  const line = call.canonical === "Bash" && call.command !== null ? plainLine(call.command) : null;
  const count = counter.parts({
    tool_name: "Bash",
    tool_input: { command: call.command },
    cwd: call.cwd,
  })?.length;
  if (line === null || line.length !== count || !isWorkingPlace(call.cwd, grounds)) return null;

  // Where relative paths start; null when only running the line tells.
  const start = realFolder(call.cwd);
  let folder: string | null = start;
  return line.map(({ words, after }) => {
    if (after !== "" && after !== "&&" && folder !== start) folder = null;
    if (folder === null) return false;
    const [program = "", ...rest] = words;
    const isPlace = (path: string, from: string) => {
      if (climbsOut(path)) return false;
      const { given, real } = judgedPath(path, from, grounds);
      const read = judgedCall({ name: "Read", input: { file_path: given } }, grounds);
      return isWorkingPlace(real, grounds) && mayRead(read);
    };
    if (program === "cd") {
      const [target = "", ...more] = rest;
      // Behind `|` it changes nothing, and behind `||` it may not be run.
      const sure = (after === "" || after === "&&" || after === ";") && more.length === 0;
      const there = sure && target !== "" && target !== "-" && isPlace(target, folder);
      folder = there ? folderAt(target, folder, grounds) : null;
      return folder !== null;
    }
    if (changesShell.has(program)) folder = null;
    const looker = lookers.get(program);
    if (!looker || folder === null) return false;
    const from = folder;
    return rest.every((word) => {
      if (word.startsWith("-")) return looker.options.test(word);
      return looker.text === true || isPlace(word, from);
    });
  });
}

/** What changes the shell that runs the rest of the line: after it no name means for sure what it says. */
const changesShell: ReadonlySet<string> = new Set(
  (
    "pushd popd source . eval exec builtin command export declare typeset readonly local alias unalias hash enable " +
    "shopt set unset trap read mapfile readarray printf getopts"
  ).split(" "),
);

/** A folder that is one without following links, which make `..` mean different things; null if it is none. */
function folderAt(path: string, from: string, grounds: Grounds): string | null {
  const { given, real } = judgedPath(path, from, grounds);
  const isFolder = real !== null && (statSync(real, { throwIfNoEntry: false })?.isDirectory() ?? false);
  return isFolder && given === real ? real : null;
}

/** True for `link/../x`, which a command reads as the folder above the one that the link leads to. */
function climbsOut(path: string): boolean {
  const segments = path.split("/");
  return segments
    .slice(0, segments.lastIndexOf("..") + 1)
    .some((segment) => segment !== ".." && segment !== ".");
}
