import { readCommand } from "../../../src/shell/reading/read-command.ts";
import type { ReadCommand, ReadWord } from "../../../src/shell/reading/reading.ts";

/** What is known in these tests. */
export const known = { HOME: "/home/me", PWD: "/home/me/project", USER: "me" };

const word = ({ value, begins, ends }: ReadWord): string =>
  value === null ? `${begins}…${ends}` : value || "''";

/** One command as a line: `sudo> rm -rf /`, with `?` for a program that only running tells. */
export const line = ({ via, program, dynamic, args }: ReadCommand): string =>
  [...via.map((name) => `${name}>`), dynamic ? "?" : program, ...args.map(word)].join(" ");

/** All commands of a text as lines; those that only set variables are left out. */
export const told = (text: string): readonly string[] =>
  readCommand(text, known)
    .commands.filter(({ program, dynamic }) => program !== "" || dynamic)
    .map(line);

/** The last command of a text. */
export function last(text: string): ReadCommand {
  const command = readCommand(text, known).commands.at(-1);
  if (!command) throw new Error(`nothing was read: ${text}`);
  return command;
}
