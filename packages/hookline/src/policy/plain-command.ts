import type { CommandReading, ReadCommand } from "../shell/reading/reading.ts";
import { CommandValue, commandFields, declares } from "./expression/command-value.ts";
import type { FilterVariables } from "./expression/filter-value.ts";
import { ShellValue } from "./expression/small-values.ts";

/** What is known of every plain command, as rules see it. */
const plainFields: { readonly [field: string]: unknown } = {
  dynamic: false,
  remote: false,
  via: [],
  input: [],
  env: {},
  remotePaths: [],
};

/** True if a text starts nothing but programs that are known, here, by themselves, and without variables: most do. */
export function isPlain({ unread, forkBomb, commands }: CommandReading): boolean {
  return unread === null && !forkBomb && commands.every(isPlainCommand);
}

function isPlainCommand({ program, dynamic, remote, via, input, assignments }: ReadCommand): boolean {
  if (dynamic || remote || via.length > 0 || input.length > 0) return false;
  return assignments.length === 0 && !declares.has(program);
}

/** What a rule sees of such a text, and everything else left open: a condition that is false here is false for all of them. */
export function plainVariables(): FilterVariables {
  const open = { value: undefined };
  const fields = Object.keys(commandFields).map((name) => [
    name,
    Object.hasOwn(plainFields, name) ? { value: plainFields[name] } : open,
  ]);
  const command: object = Object.create(CommandValue.prototype, {
    ...Object.fromEntries(fields),
    has: { value: () => null },
  });
  return { command, shell: new ShellValue(null) };
}
