import { baseName } from "../../contract/base-name.ts";
import { knownText, shown } from "./marks.ts";
import { optionTable } from "./option-table.ts";
import { type CommandLine, type OptionRow, readOptions } from "./options.ts";
import type { ReadCode, ReadCommand } from "./reading.ts";
import { readFind, xargsRow } from "./starts-searched.ts";
import { type Draft, type Field, type Reader, step } from "./state.ts";
import { readWord } from "./words.ts";
import { wrapperTable } from "./wrapper-table.ts";

/** How a program's words are told apart: wrappers end where the command begins that they run. */
export function lineOf(program: string, args: readonly Field[]): CommandLine {
  const wrapper = wrapperTable.get(program);
  const row: OptionRow | undefined = optionTable().get(plainName(program));
  if (program === "find") return readFind(args);
  if (program === "xargs" || program === "parallel") return readOptions(args, { ...xargsRow, stops: true });
  if (!wrapper) return readOptions(args, row);
  return readOptions(args, wrapper.verbs ? { ...wrapper, ...row } : { ...wrapper, stops: true });
}

/** Without a version: `python3.11` is python, `gsed` is sed. */
const plainName = (program: string): string =>
  program.startsWith("g") ? program.replace(/^g(?=(?:sed|awk|tar|cp|mv|rm|head|tail)$)/, "") : program;

/** What is known of a command beside its draft. */
export interface Known {
  readonly program: string;
  readonly line: CommandLine;
  readonly code: ReadCode | null;
  readonly dynamic: boolean;
  /** Commands whose output it runs. */
  readonly feeds: readonly number[];
}

/** Adds a command to the list, once for each folder that it may run in; gives back its place. */
export function list(reader: Reader, draft: Draft, known: Known): number {
  const { words, scope } = draft;
  const folders = reader.environment.entries.get("/");
  const [first = "", ...others] = folders?.kind === "folders" ? folders.folders : [""];
  const at = reader.commands.length;
  const { input: read } = scope.stdin;
  const input = known.feeds.length > 0 ? [...new Set([...read, ...known.feeds])] : read;
  const command: ReadCommand = {
    program: known.program,
    called: knownText(words[0]?.value ?? "") ?? "",
    args: words.slice(1).map(readWord),
    flags: flagsOf(known.line),
    operands: known.line.operands.map(readWord),
    redirects: draft.redirects,
    assignments: draft.assignments,
    via: scope.via,
    dynamic: known.dynamic,
    input,
    inputText: scope.stdin.text === "" ? null : knownText(scope.stdin.text),
    code: known.code,
    folder: first,
    remote: scope.remote,
    text: shown(textOf(words)),
  };
  reader.commands.push(command);
  for (const folder of others) {
    step(reader);
    reader.commands.push({ ...command, folder });
  }
  return at;
}

function flagsOf({ options }: CommandLine): readonly string[] {
  const flags: string[] = [];
  for (const { name } of options) flags.push(name);
  return flags.length > 1 ? [...new Set(flags)] : flags;
}

function textOf(words: readonly Field[]): string {
  let text = words[0]?.text ?? "";
  for (let at = 1; at < words.length; at++) text += ` ${words[at]?.text ?? ""}`;
  return text;
}

/** The base name of a program, if it is known and no pattern. */
export function programOf(draft: Draft): string | null {
  const [name] = draft.words;
  if (!name || name.glob) return null;
  const value = knownText(name.value);
  // `=rm` is where zsh finds rm.
  return value === null ? null : baseName(value.startsWith("=") ? value.replace(/^=(?=\w)/, "") : value);
}
