import { Command, CommanderError } from "commander";
import { complain } from "./complain.ts";
import type { Verb } from "./verb.ts";
import { loadVerbs } from "./verbs/all.ts";
import { version } from "./version.ts";

/** Where help and complaints go; what verbs have to say they write themselves. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Runs a call of the command line and gives the exit status. */
export async function runCommandLine(argv: readonly string[], output: Output): Promise<number> {
  let status = 0;
  try {
    const done = (code: number) => {
      status = code;
    };
    const names = helpedWith(argv);
    const verbs = await loadVerbs((names ?? argv)[0]);
    await commandLine(verbs, output, done).parseAsync(names ? asked(names, verbs) : [...argv], {
      from: "user",
    });
    return status;
  } catch (error) {
    // commander has printed its own message; help and version end with 0, a wrong call with 1.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    return complain(error, (text) => output.err(text));
  }
}

/** The names behind `help`; null for any other call. */
function helpedWith([first, ...names]: readonly string[]): readonly string[] | null {
  return first === "help" && names.length > 0 && !names.some((name) => name.startsWith("-")) ? names : null;
}

/** `help audit verify` is `audit verify --help`; a name that is none is called by itself, and told to be none. */
function asked(names: readonly string[], verbs: readonly Verb[]): string[] {
  return verbs.some(({ name }) => name === names[0]) ? [...names, "--help"] : [...names];
}

/** Builds the command line of these verbs. */
function commandLine(verbs: readonly Verb[], output: Output, done: (status: number) => void): Command {
  const program = new Command("hookline")
    .description("Runs people's hooks around AI agents and gives back one decision.")
    .version(version())
    .showHelpAfterError("(see --help)")
    // What follows the name of a verb is that verb's.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.err(text) });
  for (const verb of verbs) addVerb(program, verb, done);
  return program;
}

function addVerb(program: Command, verb: Verb, done: (status: number) => void): void {
  const command = verb
    .declare(program.command(verb.name).summary(verb.summary).description(verb.summary))
    .option("--cwd <dir>", "the folder that the project is looked for from")
    .option("-v, --verbose", "say more")
    .option("--quiet", "say nothing but errors")
    .addHelpText("after", `\nExamples:\n${verb.examples.map((line) => `  ${line}`).join("\n")}\n`)
    .exitOverride();
  for (const under of verb.verbs ?? []) addVerb(command, under, done);
  // A name that is none of theirs is for this verb to refuse.
  if (verb.verbs) command.enablePositionalOptions().allowExcessArguments();
  command.action(async () => done(await verb.run(command.args, command.optsWithGlobals())));
}
