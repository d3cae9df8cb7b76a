import { baseName } from "../../contract/base-name.ts";
import type { ReadCode, ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { has, restOf, valuesOf, wordOf } from "./option-values.ts";
import { normalPath } from "./place.ts";
import { printedBy } from "./printed-by.ts";

/** A file that one text both writes and runs: the command that runs it, and what the file holds if that is known. */
export interface WrittenScript {
  readonly command: ReadCommand;
  readonly text: string | null;
  /** What it holds if that is for another interpreter than a shell. */
  readonly code: ReadCode | null;
}

const shells = /^(?:ba|z|da|k|a)?sh$|^(?:source|\.)$/;
const others = /^(?:python[\d.]*|node|perl|ruby|php|deno|bun)$/;

/** The files that commands write, by what they hold, and whoever runs them afterwards. */
export function scriptsRun(commands: readonly ReadCommand[]): readonly WrittenScript[] {
  const written = new Map<string, string | null>();
  const found: WrittenScript[] = [];
  for (const command of commands) {
    const script = nameOf(scriptOf(command), command);
    const text = written.get(script);
    if (text !== undefined && !command.remote) found.push(scriptRun(command, text));
    for (const { access, target } of command.redirects) {
      const name = nameOf(target, command);
      if (name === "" || (access !== "write" && access !== "append")) continue;
      const now = printedBy(command);
      const before = access === "append" && written.has(name) ? written.get(name) : "";
      written.set(name, now === null || before == null ? null : `${before}${now}`);
    }
    for (const [word, content] of otherWrites(command)) {
      const name = nameOf(word, command);
      if (name !== "") written.set(name, content);
    }
    if (/^(?:cp|mv|ln|install)$/.test(command.program)) copyOf(command, written);
  }
  return found;
}

function scriptRun(command: ReadCommand, text: string | null): WrittenScript {
  const language = /^#!.*?(\w+)\s*$/m.exec(text?.slice(0, 200).split("\n", 1)[0] ?? "")?.[1] ?? "sh";
  const asShell = shells.test(command.program) || (command.called.includes("/") && shells.test(language));
  if (asShell) return { command, text, code: null };
  const interpreter = others.test(command.program)
    ? command.program
    : others.test(language)
      ? language
      : null;
  if (text === null || interpreter === null) return { command, text: null, code: null };
  return { command, text, code: { language: interpreter, text } };
}

/** A copy holds what the original does; a copy of a program under another name is a program that nobody knows. */
function copyOf(command: ReadCommand, written: Map<string, string | null>): void {
  const [from, to] = command.operands;
  const name = nameOf(from, command);
  const copy = nameOf(to, command);
  if (copy === "") return;
  if (written.has(name)) written.set(copy, written.get(name) ?? null);
  else if (name === "" || /^\/(?:usr\/)?(?:local\/)?s?bin\//.test(name)) written.set(copy, null);
}

/** A name for a file by which two mentions of it are known as one. */
function nameOf(word: ReadWord | undefined, { folder }: ReadCommand): string {
  if (word?.value == null || word.value === "") return "";
  return normalPath(/^[/~]/.test(word.value) ? word.value : `${folder ?? "?"}/${word.value}`);
}

/** The file that a command runs, if it runs one. */
function scriptOf(command: ReadCommand): ReadWord | undefined {
  const { program, called, operands, redirects, code, args } = command;
  if (called.includes("/") && !/^\/(?:usr\/|s?bin\/|opt\/)/.test(called)) return wordOf(called);
  if (/^g?make$/.test(program)) return valuesOf(command, "-f", "--file")[0] ?? wordOf("Makefile");
  if (
    /^(?:npm|pnpm|yarn|bun)$/.test(program) &&
    args.some(({ value }) => /^(?:run|test|start|install|ci|i)$/.test(value ?? ""))
  )
    return wordOf("package.json");
  if ((!shells.test(program) && !others.test(program)) || code !== null) return undefined;
  return operands[0] ?? redirects.find(({ access }) => access === "read")?.target;
}

/** Files that programs write by their options or operands, and what they hold if it is known. */
function otherWrites(command: ReadCommand): readonly (readonly [ReadWord, string | null])[] {
  const of = (words: readonly ReadWord[], text: string | null = null) =>
    words.map((word) => [word, text] as const);
  switch (command.program) {
    case "tee":
      return of(command.operands, command.inputText);
    case "dd":
      return of(
        command.args.filter(({ begins }) => begins.startsWith("of=")).map((word) => restOf(word, 3)),
        command.inputText,
      );
    case "curl":
      return of([...valuesOf(command, "-o", "--output"), ...downloadNames(command)]);
    case "wget":
      return of([...valuesOf(command, "-O", "--output-document"), ...downloadNames(command)]);
    case "scp":
      return of([
        ...command.operands.slice(-1),
        ...command.operands
          .slice(0, -1)
          .map(({ value }) => inside(value ?? "", command.operands.at(-1)?.value ?? "")),
      ]);
    case "openssl":
    case "xxd":
      return of([...command.operands.slice(-1), ...valuesOf(command, "-out")]);
    default:
      return [];
  }
}

/** A copy that keeps its name in a folder. */
const inside = (from: string, folder: string): ReadWord =>
  wordOf(`${folder}/${baseName(from.slice(from.indexOf(":") + 1))}`);

/** The files that a download writes under the names that its addresses end with. */
export function downloadNames(command: ReadCommand): readonly ReadWord[] {
  const { program } = command;
  const takes =
    (program === "curl" && has(command, "-O", "--remote-name", "--remote-name-all")) ||
    (program === "wget" && valuesOf(command, "-O", "--output-document").length === 0);
  if (!takes) return [];
  const [into] = valuesOf(command, "-P", "--directory-prefix", "--output-dir");
  const folder = into?.value == null ? "" : `${into.value}/`;
  const names = command.operands.map(({ value }) => baseName((value ?? "").replace(/[?#].*$/, "")));
  const whole = command.operands.map(({ value }) => baseName(value ?? ""));
  return [...new Set([...names, ...whole])]
    .filter((name) => name !== "")
    .map((name) => wordOf(folder + name));
}
