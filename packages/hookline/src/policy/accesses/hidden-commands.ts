import { readCommand } from "../../shell/reading/read-command.ts";
import type { CommandReading, KnownVariables, ReadCommand } from "../../shell/reading/reading.ts";
import { hidesCode, literalsOf, runsCommand } from "./code-text.ts";
import { scriptsRun } from "./written-scripts.ts";

/** So many texts are looked into for one command, and no deeper than this. */
const most = 20;
const deepest = 3;

/** A reading with the commands that it hides: those that inline code starts, and those of a script that it writes and then runs. */
export function withHiddenCommands(
  reading: CommandReading,
  variables: KnownVariables,
  depth = 0,
): CommandReading {
  const { commands, source } = reading;
  if (
    depth >= deepest ||
    !(
      commands.some(({ code, redirects }) => code !== null || redirects.length > 0) || mayRunFile.test(source)
    )
  )
    return reading;
  const added: ReadCommand[] = [];
  let forkBomb = reading.forkBomb;
  let left = most;
  const look = (from: ReadCommand, text: string | null, via: string): void => {
    if (text === null || left-- <= 0) {
      added.push(unknownCommand(from, via));
      return;
    }
    const inner = withHiddenCommands(readCommand(text, variables), variables, depth + 1);
    forkBomb ||= inner.forkBomb;
    if (inner.unread !== null) added.push(unknownCommand(from, via));
    for (const command of inner.commands) {
      added.push({
        ...command,
        via: [...from.via, via, ...command.via],
        input: command.input.map((at) => at + reading.commands.length + added.length),
        folder: command.folder === "" ? from.folder : command.folder,
        remote: command.remote || from.remote,
      });
    }
  };
  for (const command of reading.commands) {
    if (command.code && !isShell.test(command.code.language)) {
      for (const text of commandsInCode(command.code.text ?? "")) look(command, text, command.code.language);
    }
  }
  for (const { command, text } of scriptsRun(reading.commands)) look(command, text, "script");
  return added.length === 0 ? reading : { ...reading, commands: [...reading.commands, ...added], forkBomb };
}

const isShell = /^(?:ba|z|da|k|a)?sh$/;
const mayRunFile =
  /\bof=|\b(?:tee|cp|mv|install|ln|curl|wget|scp|git|base64|xxd|openssl|gzip|gunzip|tar|unzip)\b/;

/** What inline code would run as commands; null where only running it tells. */
function commandsInCode(code: string): readonly (string | null)[] {
  const found: (string | null)[] = hidesCode.test(code) && !/\bliteral_eval\b/.test(code) ? [null] : [];
  const literals = literalsOf(code);
  for (const call of code.matchAll(runsCommand)) {
    const at = call.index + call[0].length;
    const after = code.slice(at);
    const opens = /^\s*(?:\(\s*)?(?:f(?=["']))?(\[\s*)?(?=["'`])/.exec(after);
    const first = opens && literals.find(({ start }) => start === at + opens[0].length);
    if (!opens || !first) {
      if (/^\s*[({]\s*[^\s)]|^\s*\[|^\s+[$@\w]/.test(after) || /qx|%x/.test(call[0])) found.push(null);
      continue;
    }
    const closed = code.slice(first.end, first.end + 400);
    // A list of texts is a command in words, whether it stands in brackets or after the program's name.
    const inWords = /^\s*,\s*(?:\[\s*)?["']/.test(closed);
    if (/^\s*[+%.]|^\s*\.format/.test(closed) || /^\$\{|[^\\]\$\{/.test(first.value)) found.push(null);
    else if (!inWords) found.push(opens[1] ? quotedWord(first.value) : first.value);
    else found.push(wordsFrom(code, first.start));
  }
  // awk runs what stands before or after a pipe.
  for (const { value, start, end } of literals) {
    if (
      /^\s*\|&?\s*getline\b/.test(code.slice(end)) ||
      /\bprintf?\b[^;}\n]*\|&?\s*$/.test(code.slice(0, start))
    )
      found.push(value);
  }
  // Backticks are commands in Perl, Ruby and PHP; in JavaScript they are texts.
  if (!/\b(?:require|import|const|let|console|process)\b/.test(code))
    for (const { value, start } of literals) if (code[start] === "`") found.push(value);
  return found;
}

/** The texts of a list as words of one command. */
function wordsFrom(code: string, start: number): string {
  const words: string[] = [];
  let at = start;
  for (const literal of literalsOf(code.slice(start))) {
    if (/[^\s,[\]]/.test(code.slice(at, start + literal.start))) break;
    words.push(quotedWord(literal.value));
    at = start + literal.end;
  }
  return words.join(" ");
}

const quotedWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** A command of which only running it tells what it is. */
function unknownCommand(from: ReadCommand, via: string): ReadCommand {
  return {
    ...from,
    program: "",
    called: "",
    args: [],
    flags: [],
    operands: [],
    redirects: [],
    assignments: [],
    via: [...from.via, via],
    dynamic: true,
    code: null,
    inputText: null,
  };
}
