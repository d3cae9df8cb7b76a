import { baseName } from "../contract/base-name.ts";
import type { CommandWord, SimpleCommand } from "./command-model.ts";
import { valuedOptions } from "./reading/options.ts";
import type { WrapperRow } from "./reading/wrapper-row.ts";
import { wrapperTable } from "./reading/wrapper-table.ts";

/** How a program that runs another one is called. */
interface Wrapper {
  /** Its options that take the next word as their value. */
  readonly valued: readonly string[];
  /** Its own arguments before the command that it runs. */
  readonly own: number;
  /** Options with which it runs nothing. */
  readonly inert: readonly string[];
  /** With any option it is left as it is. */
  readonly bare: boolean;
}

const wrapper = (row: WrapperRow, bare = false): Wrapper => ({
  valued: valuedOptions(row),
  own: row.own ?? 0,
  inert: row.inert?.split(" ") ?? [],
  bare,
});

/** Those that a permission rule looks through, as Claude Code does; how they are called is in the table of all. */
const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...["timeout", "time", "nice", "nohup", "stdbuf", "command", "builtin", "noglob"].map(
    (name): [string, Wrapper] => [name, wrapper(wrapperTable.get(name) ?? {})],
  ),
  ["xargs", wrapper({}, true)],
]);

/** Between the outermost and the innermost command, so many layers are told. */
const mostLayers = 16;

/** The command and, one after the other, those that it runs through `timeout`, `nice`, `nohup` and their like. */
export function unwrapped(command: SimpleCommand): readonly SimpleCommand[] {
  const begins: number[] = [];
  for (let at: number | undefined = 0; at !== undefined; ) {
    const name: string | null = command.words[at]?.value ?? null;
    const known: Wrapper | undefined = name === null ? undefined : wrappers.get(baseName(name));
    at = known && wrappedAt(known, command.words, at + 1);
    if (at !== undefined && at >= command.words.length) at = undefined;
    if (at !== undefined) begins.push(at);
  }
  const told = [...begins.slice(0, mostLayers), ...begins.slice(mostLayers).slice(-1)];
  return [command, ...told.map((begin) => commandFrom(command, begin))];
}

/** Where the command begins that a wrapper runs; undefined if it runs none. */
function wrappedAt(wrapper: Wrapper, words: readonly CommandWord[], from: number): number | undefined {
  let at = from;
  for (; at < words.length; at++) {
    const option = words[at]?.value;
    if (option === "--") {
      at += 1;
      break;
    }
    if (!option?.startsWith("-")) break;
    if (wrapper.bare || wrapper.inert.includes(option)) return undefined;
    if (wrapper.valued.includes(option)) at += 1;
  }
  return at + wrapper.own;
}

function commandFrom(command: SimpleCommand, begin: number): SimpleCommand {
  const words = command.words.slice(begin);
  const [first] = words;
  return {
    ...command,
    name: first && !first.glob ? first.value : null,
    words,
    text: words.map((word) => word.text).join(" "),
  };
}
