import { Command } from "commander";
import { allVerbs } from "../../src/cli/answers/files.ts";
import { runCommandLine } from "../../src/cli/command-line.ts";
import type { Verb } from "../../src/cli/verb.ts";
import { loadVerbs } from "../../src/cli/verbs/all.ts";
import type { Ended } from "./run-cli.ts";

/** The verbs of the command line. */
export const verbs = await loadVerbs();

/** Those and the verbs under them, each under the words that call it. */
export const everyVerb = allVerbs(verbs).map(({ way, verb }) => ({ name: way.join(" "), way, verb }));

/** A verb with its options and arguments. */
export const declared = (verb: Verb) => verb.declare(new Command());

/** Those that can print JSON. */
export const withJson = everyVerb.filter(({ verb }) =>
  declared(verb).options.some(({ long }) => long === "--json"),
);

/** Runs the command line in this process: for calls in which no verb has anything to do. */
export async function called(...args: readonly string[]): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  const out = (text: string) => {
    stdout += text;
  };
  const err = (text: string) => {
    stderr += text;
  };
  const status = await runCommandLine(args, { out, err });
  return { status, stdout, stderr };
}
