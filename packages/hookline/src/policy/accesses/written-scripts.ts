import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { restOf, valuesOf } from "./option-values.ts";
import { lastPart, normalPath } from "./place.ts";

/** A file that one text both writes and runs: the command that runs it, and what the file holds if that is known. */
export interface WrittenScript {
  readonly command: ReadCommand;
  readonly text: string | null;
}

const shells = /^(?:ba|z|da|k|a|fi)?sh$|^(?:source|\.)$/;
const runners = /^(?:(?:ba|z|da|k|a|fi)?sh|source|\.|python[\d.]*|node|perl|ruby|php|deno|bun|make)$/;

/** The files that commands write, by what they hold, and whoever runs them afterwards. */
export function scriptsRun(commands: readonly ReadCommand[]): readonly WrittenScript[] {
  const written = new Map<string, string | null>();
  const found: WrittenScript[] = [];
  const nameOf = (word: ReadWord | undefined, { folder }: ReadCommand): string =>
    word?.value == null || word.value === ""
      ? ""
      : normalPath(/^[/~]/.test(word.value) ? word.value : `${folder ?? "?"}/${word.value}`);
  for (const command of commands) {
    const script = nameOf(scriptOf(command), command);
    // A pattern such as `./*.sh` may mean any of them.
    const text = script === "" ? undefined : written.get(script);
    if (script !== "" && written.has(script) && !command.remote) {
      const asShell = shells.test(command.program) || command.called.includes("/");
      found.push({
        command,
        text:
          asShell && isShellText(text ?? null)
            ? (text ?? null)
            : asShell
              ? null
              : text === undefined
                ? null
                : otherLanguage(command),
      });
    }
    for (const { access, target } of command.redirects) {
      const name = nameOf(target, command);
      if (name === "" || (access !== "write" && access !== "append")) continue;
      const now = outputOf(command);
      const before = access === "append" && written.has(name) ? written.get(name) : "";
      written.set(name, now === null || before == null ? null : `${before}${now}`);
    }
    for (const [word, content] of otherWrites(command)) {
      const name = nameOf(word, command);
      if (name !== "") written.set(name, content);
    }
    if (/^(?:cp|mv|ln|install)$/.test(command.program)) {
      const [from, to] = command.operands;
      const name = nameOf(from, command);
      if (written.has(name)) written.set(nameOf(to, command), written.get(name) ?? null);
    }
  }
  return found;
}

/** A file in another language than the shell's was just written: what it does cannot be read here. */
function otherLanguage(_: ReadCommand): null {
  return null;
}

/** The file that a command runs, if it runs one. */
function scriptOf(command: ReadCommand): ReadWord | undefined {
  if (command.called.includes("/") && !/^\/(?:usr\/|s?bin\/|opt\/)/.test(command.called))
    return {
      text: command.called,
      value: command.called,
      begins: command.called,
      ends: command.called,
      glob: false,
    };
  if (!runners.test(command.program) || command.code !== null) return undefined;
  const read = command.redirects.find(({ access }) => access === "read");
  if (command.program === "make") return valuesOf(command, "-f", "--file")[0];
  return command.operands[0] ?? read?.target;
}

/** A script for another interpreter is no text of a shell. */
function isShellText(text: string | null): boolean {
  return text !== null && !/^#!(?!.*\b(?:ba|da|z|k|a)?sh\b)/.test(text);
}

/** What a command prints, if it is plain. */
function outputOf({ program, args, inputText, operands, dynamic }: ReadCommand): string | null {
  if (dynamic) return null;
  if (program === "" || program === ":" || program === "true") return "";
  if (program === "cat" && operands.length === 0) return inputText;
  if (program !== "echo" && program !== "printf") return null;
  const values = args.map(({ value }) => value);
  if (values.some((value) => value === null)) return null;
  const texts = values.map((value) => value ?? "");
  if (program === "echo") {
    const flags = texts[0] !== undefined && /^-[neE]+$/.test(texts[0]) ? 1 : 0;
    const line = texts.slice(flags).join(" ");
    return `${texts[0]?.includes("e") && flags ? escapes(line) : line}\n`;
  }
  const [form = "", ...values2] = texts;
  return escapes(form).replace(/%[sb]/g, () => values2.shift() ?? "");
}

const escapes = (text: string): string => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t");

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
      return [
        ...of(valuesOf(command, "-o", "--output")),
        ...(command.flags.includes("-O") ? of(downloadName(command)) : []),
      ];
    case "wget": {
      const named = valuesOf(command, "-O", "--output-document");
      return of(named.length > 0 ? named : downloadName(command));
    }
    case "scp":
    case "openssl":
    case "xxd":
    case "base64":
      return of([...command.operands.slice(-1), ...valuesOf(command, "-out", "-o")]);
    default:
      return [];
  }
}

function downloadName({ args }: ReadCommand): readonly ReadWord[] {
  return args
    .filter(({ value }) => /^\w+:\/\//.test(value ?? ""))
    .map((word) => {
      const value = lastPart(word.value ?? "").replace(/[?#].*$/, "");
      return { text: value, value, begins: value, ends: value, glob: false };
    });
}
