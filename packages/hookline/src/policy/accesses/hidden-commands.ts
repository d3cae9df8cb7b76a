import { baseName } from "../../contract/base-name.ts";
import { quoted } from "../../contract/quoted.ts";
import { readCommand } from "../../shell/reading/read-command.ts";
import type { CommandReading, KnownVariables, ReadCommand } from "../../shell/reading/reading.ts";
import { commandsInCode } from "./code-commands.ts";
import { isKnownProgram, wrappersOf } from "./command-uses.ts";
import { scriptsRun } from "./written-scripts.ts";

/** So many texts are looked into for one command, and no deeper than this. */
const most = 20;
const deepest = 3;

/**
 * A reading with the commands that it hides: those that inline code starts, those of a script that it writes and then runs, and those
 * that a program which nobody knows is given.
 */
export function withHiddenCommands(
  reading: CommandReading,
  variables: KnownVariables,
  depth = 0,
): CommandReading {
  if (depth >= deepest) return reading;
  const commands = localCommands(reading.commands);
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
    const base = commands.length + added.length;
    for (const command of inner.commands) {
      added.push({
        ...command,
        via: [...from.via, via, ...command.via],
        input: command.input.map((at) => at + base),
        folder: command.folder === "" ? from.folder : command.folder,
        remote: command.remote || from.remote,
      });
    }
    if (inner.unread !== null) added.push(unknownCommand(from, via));
  };
  for (const command of commands) {
    for (const text of hiddenIn(command, commands))
      look(command, text, command.code?.language ?? command.program);
  }
  for (const { command, text, code } of scriptsRun(commands)) {
    if (!code) look(command, text, "script");
    else {
      added.push({ ...command, code });
      for (const one of commandsInCode(code.text ?? "")) look(command, one, "script");
    }
  }
  if (added.length === 0) return commands === reading.commands ? reading : { ...reading, commands };
  return { ...reading, commands: [...commands, ...added], forkBomb };
}

const shells = /^(?:ba|z|da|k|a)?sh$/;
/** Programs that make an operand worth a look if another program is given it. */
const startable =
  /^(?:rm|dd|shred|mkfs.*|truncate|tee|chmod|chown|curl|wget|nc|(?:ba|z|da|k)?sh|python3?|perl|ruby|node|sudo|env)$/;

/** Texts that a command runs as commands in a way that no shell shows. */
function hiddenIn(command: ReadCommand, commands: readonly ReadCommand[]): readonly (string | null)[] {
  const { code, program, args, operands } = command;
  if (code && !shells.test(code.language)) return commandsInCode(code.text ?? "");
  // A file of the shell's own descriptors holds what a redirection says, whichever it is.
  if (shells.test(program) && code === null && /^\/(?:dev|proc\/self)\/fd\//.test(operands[0]?.value ?? ""))
    return [null];
  const script = program === "npm" ? args.find(({ begins }) => /^scripts\.[\w:-]+=/.test(begins)) : undefined;
  if (script) return [script.value === null ? null : script.value.slice(script.value.indexOf("=") + 1)];
  if (program === "" || isKnownProgram(program) || wrappersOf(commands).has(program)) return [];
  const at = args.findIndex(({ value }) => value !== null && startable.test(baseName(value)));
  if (at < 0 || args.slice(at).some(({ value }) => value === null)) return [];
  return [
    args
      .slice(at)
      .map(({ value }) => quoted(value ?? ""))
      .join(" "),
  ];
}

/** What ssh runs on this machine is not remote. */
function localCommands(commands: readonly ReadCommand[]): readonly ReadCommand[] {
  const here = commands.some(
    ({ program, operands }) =>
      program === "ssh" && /^(?:[^@]*@)?(?:localhost|127\.[\d.]+|::1)$/.test(operands[0]?.value ?? ""),
  );
  if (!here) return commands;
  return commands.map((command) => (command.via.includes("ssh") ? { ...command, remote: false } : command));
}

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
