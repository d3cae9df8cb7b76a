import { Command, CommanderError } from "commander";
import { writeWhole } from "../system/standard-streams.ts";
import type { Verb } from "./verb.ts";
import { loadVerbs } from "./verbs/all.ts";
import { version } from "./version.ts";

/** Runs the verb that these words name, and gives its exit status. */
export async function runVerb(argv: readonly string[]): Promise<number> {
  let status = 0;
  try {
    await commandLine(await loadVerbs(argv[0]), (code) => {
      status = code;
    }).parseAsync([...argv], { from: "user" });
    return status;
  } catch (error) {
    // commander has printed its own message; help and version end with 0, a wrong call with 1.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    throw error;
  }
}

/** Builds the command line of these verbs. */
function commandLine(verbs: readonly Verb[], done: (status: number) => void): Command {
  const program = new Command("hookline")
    .description("Runs people's hooks around AI agents and gives back one decision.")
    .version(version())
    .showHelpAfterError("(see --help)")
    // What follows the name of a verb is that verb's.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => writeWhole(1, text), writeErr: (text) => writeWhole(2, text) });
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
