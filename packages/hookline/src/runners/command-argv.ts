import type { Hook } from "../contract/hook.ts";
import type { Call } from "../contract/runner.ts";

/** What an entry says of the program that it starts. */
export interface CommandFields {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly shell?: string | undefined;
}

/** What is wrong with a command line: a sentence, or null. */
export function checkCommand(command: string, shell: string | undefined): string | null {
  if (command.trim() === "") return "the command is empty";
  if (shell === undefined || shell === "bash" || shell === "sh") return null;
  return `the shell "${shell}" is not known here: write "bash", "sh", or nothing`;
}

/** The program and its arguments: a shell with the line, or in exec form those of the entry. */
export function commandArgv(
  fields: CommandFields,
  { shell, projectDir }: Pick<Call, "shell" | "projectDir">,
  env: Hook["env"],
): [string, ...string[]] {
  const usual = fields.args === undefined && fields.shell === undefined && shell === "bash";
  return usual ? inBash(fields.command) : argvOf(fields, projectDir, env);
}

/** Bash where the machine has it, else the shell that every machine has. */
function inBash(command: string): [string, ...string[]] {
  const choose = 'command -v bash >/dev/null && exec bash -c "$1"; exec /bin/sh -c "$1"';
  return ["/bin/sh", "-c", choose, "sh", command];
}

/** In exec form nothing expands, so the folder variables that people copy are filled in as plain text. */
function argvOf(
  { command, args, shell }: CommandFields,
  projectDir: string,
  env: Hook["env"],
): [string, ...string[]] {
  if (!args) return shell === "bash" ? ["bash", "-c", command] : ["/bin/sh", "-c", command];
  const fill = (text: string) =>
    text
      .replace(/\$\{(?:HOOKLINE|CLAUDE)_PROJECT_DIR\}/g, () => projectDir)
      .replace(/\$\{(CLAUDE_PLUGIN_(?:ROOT|DATA))\}/g, (all, name: string) => env[name] ?? all);
  return [fill(command), ...args.map(fill)];
}
