import { baseName } from "../contract/base-name.ts";
import { type CommandModel, commandModel, type SimpleCommand } from "./command-model.ts";
import { launchOf } from "./launchers.ts";

/** So many layers of shells in shells are read, and so many characters in all. */
const deepest = 4;
const mostCharacters = 200_000;

/** Programs that run the text that they are given or read. */
const shells: ReadonlySet<string> = new Set("sh bash dash ash zsh ksh mksh fish su".split(" "));

/**
 * Texts that a command line hands to other programs to run, as far as they are written in it: what follows `sudo` and `env`, the
 * script after `sh -c` and `eval`, the text that a shell reads, a program under its bare name. Rather too many than too few; null if
 * there are more than anyone reads.
 */
export function launchedTexts(source: string): readonly string[] | null {
  const found = new Set<string>();
  let left = mostCharacters;
  let layer: readonly string[] = [source];
  for (let depth = 0; depth < deepest && layer.length > 0; depth++) {
    const next = new Set(
      layer.flatMap((text) => textsIn(commandModel(text))).filter((text) => !found.has(text)),
    );
    for (const text of next) {
      left -= text.length;
      found.add(text);
    }
    if (left < 0) return null;
    layer = [...next];
  }
  return [...found];
}

function textsIn(model: CommandModel): readonly string[] {
  const reads = model.commands.some(isShell);
  // What a shell reads may come from any command beside it: `echo 'rm x' | sh`.
  const input = reads
    ? [...model.commands.flatMap(valuesOf), ...model.redirects.map(({ target }) => target.text)]
    : [];
  return [...model.commands.flatMap(startedBy), ...input.filter((text) => text.trim() !== "")];
}

/** How many words of a command that starts another may be where the other begins. */
const mostBeginnings = 24;

function startedBy(command: SimpleCommand): readonly string[] {
  const { words } = command;
  const values = words.map(({ value }) => value ?? "\0");
  const name = values[0] ?? "";
  const texts: string[] = [];
  if (name.includes("/")) texts.push([baseName(name), ...words.slice(1).map(({ text }) => text)].join(" "));
  if (baseName(name) === "eval") texts.push(values.slice(1).join(" "));
  if (launchOf(values)) {
    // Where its own words end is not sure, so the command may begin at each of them.
    for (let at = 1; at < words.length && texts.length < mostBeginnings; at++) {
      const value = values[at] ?? "";
      if (/\s/.test(value)) texts.push(value);
      if (!value.startsWith("-"))
        texts.push(
          words
            .slice(at)
            .map(({ text }) => text)
            .join(" "),
        );
    }
  }
  return texts;
}

function isShell({ words }: SimpleCommand): boolean {
  return words.some(({ value }) => value !== null && shells.has(baseName(value)));
}

function valuesOf({ words }: SimpleCommand): readonly string[] {
  return words.slice(1).flatMap(({ value }) => (value === null ? [] : [value]));
}
