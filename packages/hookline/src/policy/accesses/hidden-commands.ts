import { baseName } from "../../contract/base-name.ts";
import { quoted } from "../../contract/quoted.ts";
import { readCommand } from "../../shell/reading/read-command.ts";
import type { CommandReading, KnownVariables, ReadCommand } from "../../shell/reading/reading.ts";
import type { PolicyFacts, WrittenFile } from "../model.ts";
import { commandsInCode } from "./code-commands.ts";
import { isKnownProgram, wrappersOf } from "./command-uses.ts";
import { meaningOf } from "./file-text.ts";
import { absolutePath } from "./place.ts";
import { type FilePlace, filesRunBy } from "./run-files.ts";
import { scriptsRun } from "./written-scripts.ts";

/** So many texts are looked into for one command, and no deeper than this. */
const most = 20;
const deepest = 3;

/** Where commands are looked for, and what of it has been looked into on the way there. */
interface Way extends FilePlace {
  readonly written: ReadonlyMap<string, WrittenFile>;
  readonly files: readonly string[];
  readonly depth: number;
}

/**
 * A reading with the commands that it hides: those that inline code starts, those of a script that it writes and then runs or that an
 * earlier call wrote, and those that a program which nobody knows is given.
 */
export function withHiddenCommands(
  reading: CommandReading,
  variables: KnownVariables,
  facts: Pick<PolicyFacts, "cwd" | "home" | "written"> = { cwd: "/", home: "/" },
): CommandReading {
  const { cwd, home, written = new Map() } = facts;
  return withHidden(reading, variables, { cwd, home, written, files: [], depth: 0 });
}

function withHidden(reading: CommandReading, variables: KnownVariables, way: Way): CommandReading {
  const { depth } = way;
  if (depth >= deepest) return withoutBottom(reading, way);
  const commands = localCommands(reading.commands);
  const added: ReadCommand[] = [];
  let forkBomb = reading.forkBomb;
  let left = most;
  const look = (from: ReadCommand, text: string | null, via: string, file = "", strict = true): void => {
    if (text === null || (strict && left-- <= 0)) {
      if (strict) added.push(unknownCommand(from, via));
      return;
    }
    const cwd = from.folder === null ? way.cwd : absolutePath(from.folder, way.cwd, way.home);
    const further = { ...way, cwd, files: [...way.files, file], depth: depth + 1 };
    const inner = withHidden(readCommand(text, variables), variables, further);
    forkBomb ||= inner.forkBomb;
    const base = commands.length + added.length;
    for (const command of inner.commands) {
      added.push({
        ...(strict || !command.dynamic ? command : { ...command, dynamic: false }),
        via: [...from.via, via, ...command.via],
        input: command.input.map((at) => at + base),
        folder: folderIn(from.folder, command.folder),
        remote: command.remote || from.remote || (via === "ssh" && !isLogin(from, here)),
      });
    }
    if (inner.unread !== null && strict) added.push(unknownCommand(from, via));
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
  for (const [command, path, file] of writtenBefore(commands, way)) {
    const { texts, codes, strict } = meaningOf(path, command, file);
    for (const code of codes) added.push({ ...command, code });
    for (const text of texts) look(command, text, "script", path, strict);
  }
  if (added.length === 0) return commands === reading.commands ? reading : { ...reading, commands };
  return { ...reading, commands: [...commands, ...added], forkBomb };
}

/** The folder of a command in a text that is run in another. */
function folderIn(outer: string | null, inner: string | null): string | null {
  if (inner === "") return outer;
  if (inner === null || outer === "" || /^[/~]/.test(inner)) return inner;
  return outer === null ? null : `${outer}/${inner}`;
}

/** The files of earlier calls that commands run; a script that runs itself is looked into once. */
function writtenBefore(
  commands: readonly ReadCommand[],
  way: Way,
): readonly (readonly [ReadCommand, string, WrittenFile])[] {
  const { written, files } = way;
  if (written.size === 0) return [];
  return commands.flatMap((command, at) =>
    filesRunBy(commands, at, way, written).flatMap(({ path, sure }) => {
      const file = written.get(path);
      if (!file || files.includes(path)) return [];
      return [[command, path, sure ? file : { ...file, made: false }] as const];
    }),
  );
}

/** What lies deeper than anybody looks is unknown, where a script of an earlier call leads there. */
function withoutBottom(reading: CommandReading, way: Way): CommandReading {
  const deeper = writtenBefore(reading.commands, way).map(([command]) => unknownCommand(command, "script"));
  return deeper.length === 0 ? reading : { ...reading, commands: [...reading.commands, ...deeper] };
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
  // Who only logs in gives the other machine what to run on the standard input.
  if (program === "ssh" && operands.length === 1 && command.inputText !== null) return [command.inputText];
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

const here = /^(?:[^@]*@)?(?:localhost|127\.[\d.]+|::1)$/;

function isLogin({ program, operands }: ReadCommand, host: RegExp): boolean {
  return program === "ssh" && host.test(operands[0]?.value ?? "");
}

/** What ssh runs on this machine is not remote. */
function localCommands(commands: readonly ReadCommand[]): readonly ReadCommand[] {
  if (!commands.some((command) => isLogin(command, here))) return commands;
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
