import { resolve } from "node:path";
import type { CommandReading, ReadCommand, ReadWord } from "../../../src/shell/reading/reading.ts";
import type { StartedProgram } from "./stand-ins.ts";

/** How a program that really ran stands in a reading: as itself, behind something that only running tells, or not at all. */
export type Fit = "told" | "unsure" | "missed";

/** Compares one program that bash started with what was read. */
export function fitOf(reading: CommandReading, started: StartedProgram, start: string): Fit {
  if (reading.commands.some((command) => isCall(command, started, start))) return "told";
  return reading.unread !== null || reading.commands.some(({ dynamic }) => dynamic) ? "unsure" : "missed";
}

function isCall(command: ReadCommand, { folder, words }: StartedProgram, start: string): boolean {
  const [name = "", ...args] = words;
  if (command.program !== name || command.dynamic) return false;
  if (command.folder !== null && resolve(start, command.folder) !== folder) return false;
  return fits(command.args, args);
}

/** A word that is not known may have become none, one or several. */
function fits(words: readonly ReadWord[], args: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (!word) return args.length === 0;
  if (word.value !== null && !word.glob)
    return args[0] === word.value && args.length > 0 && fits(rest, args.slice(1));
  for (let taken = 0; taken <= args.length; taken++) {
    const some = args.slice(0, taken);
    const begins =
      taken === 0 ? word.begins + word.ends === "" : some[0]?.startsWith(word.glob ? "" : word.begins);
    if (
      begins &&
      (taken === 0 || word.glob || some.at(-1)?.endsWith(word.ends)) &&
      fits(rest, args.slice(taken))
    )
      return true;
  }
  return false;
}
