import type { SimpleCommand } from "../../shell/command-model.ts";
import type { CommandWord } from "../../shell/command-words.ts";
import { plainCommands } from "../../shell/plain-commands.ts";
import { wildcard } from "./wildcard.ts";

/** Programs that run the rest of their line and do nothing else, and how many arguments of their own they have. */
const around: ReadonlyMap<string, number> = new Map([
  ["timeout", 1],
  ["nice", 0],
  ["nohup", 0],
  ["command", 0],
  ["builtin", 0],
]);

/** For each simple command of a text whether it provably fits; null if that cannot be known of the text. */
export type ShellParts = (command: string) => readonly boolean[] | null;

let latest: { readonly source: string; readonly commands: readonly SimpleCommand[] | null } | undefined;

/** The rules of one call ask about the same command, one after the other. */
function commandsOf(source: string): readonly SimpleCommand[] | null {
  if (latest?.source !== source) latest = { source, commands: plainCommands(source) };
  return latest.commands;
}

/** Compiles what stands in `Bash(…)` for rules that open something: in doubt a part does not fit. */
export function shellParts(spec: string): ShellParts {
  const written = spec.trim();
  const pattern = written.endsWith(":*") ? `${written.slice(0, -2)} *` : written;
  const whole = wildcard(pattern);
  const before = / \*$/.test(pattern) ? wildcard(pattern.slice(0, -2)) : null;
  const fits = (words: readonly CommandWord[]): boolean => {
    const text = words.map(oneWord).join(" ");
    return whole(text) || (before?.(text) ?? false);
  };
  const fitsCommand = (words: readonly CommandWord[]): boolean => {
    const pattern = words.findIndex(({ glob }) => glob);
    // File names take the place of `*.ts`: they are known only to fit what ends in a wildcard before them.
    if (pattern !== -1) return before !== null && fits(words.slice(0, pattern));
    return fits(words);
  };
  const fitsPart = (command: SimpleCommand): boolean =>
    command.text === pattern || fitsCommand(command.words) || fitsCommand(inner(command));
  return pattern === "*" ? () => [true] : (source) => commandsOf(source)?.map(fitsPart) ?? null;
}

/** A blank inside a word is none between words. */
function oneWord({ value }: CommandWord): string {
  return value === null || value === "" ? "\0" : value.replace(/\s/g, "\0");
}

/** What is run in the end, without `timeout 5`, `nohup` and their like. */
function inner({ words }: SimpleCommand): readonly CommandWord[] {
  let rest = words;
  for (;;) {
    const own = around.get(rest[0]?.value ?? "");
    const next = own === undefined ? undefined : rest.slice(1 + own);
    if (own === undefined || !next?.length) return rest;
    if (rest.slice(1, 2 + own).some(({ value, glob }) => glob || value === null || value.startsWith("-"))) {
      return rest;
    }
    rest = next;
  }
}
