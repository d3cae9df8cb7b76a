import { Command, type Option } from "commander";
import { allDialects, builtInEvents, verdicts } from "../../index.ts";
import type { Verb } from "../verb.ts";

/** Words that a shell offers: those that are known now, and whether ids of hooks belong to them. */
export interface Words {
  readonly known: readonly string[];
  readonly ids: boolean;
}

/** An option, and what its value may be; null if it takes none. */
export interface CompletedOption {
  readonly name: string;
  readonly about: string;
  readonly value: Words | null;
}

/** What may follow a verb. */
export interface Completed {
  /** `trust`, `trust approve`. */
  readonly path: string;
  readonly summary: string;
  readonly args: Words;
  readonly options: readonly CompletedOption[];
}

const events = builtInEvents.map(({ name }) => name);

/** What is meant by an argument or by the value of an option, by its name. */
const kinds: { readonly [name: string]: Words } = {
  id: { known: [], ids: true },
  hook: { known: [], ids: true },
  event: { known: events, ids: false },
  dialect: { known: allDialects.map(({ name }) => name), ids: false },
  wire: { known: allDialects.map(({ name }) => name), ids: false },
  verdict: { known: verdicts, ids: false },
};

const nothing: Words = { known: [], ids: false };

/** What may follow each verb, and each verb under it. */
export function completedVerbs(verbs: readonly Verb[], above = ""): readonly Completed[] {
  return verbs.flatMap((verb) => {
    const path = above === "" ? verb.name : `${above} ${verb.name}`;
    const command = verb.declare(new Command());
    const under = verb.verbs ?? [];
    const args = command.registeredArguments.map((argument) => {
      const name = argument.name();
      const known = argument.argChoices ?? verb.completes?.[name];
      return known ? { known, ids: false } : (kinds[name] ?? nothing);
    });
    const words = together([{ known: under.map(({ name }) => name), ids: false }, ...args]);
    const options = [...command.options.filter(({ hidden }) => !hidden).map(optionOf), ...everywhere];
    return [{ path, summary: verb.summary, args: words, options }, ...completedVerbs(under, path)];
  });
}

const everywhere: readonly CompletedOption[] = [
  { name: "--cwd", about: "the folder that the project is looked for from", value: nothing },
  { name: "--verbose", about: "say more", value: null },
  { name: "--quiet", about: "say nothing but errors", value: null },
  { name: "--help", about: "show help", value: null },
];

function optionOf(option: Option): CompletedOption {
  const name = option.long ?? option.short ?? "";
  const takes = option.required || option.optional;
  const word = option.attributeName();
  const value = option.argChoices ? { known: option.argChoices, ids: false } : (kinds[word] ?? nothing);
  return { name, about: option.description, value: takes ? value : null };
}

function together(all: readonly Words[]): Words {
  return { known: [...new Set(all.flatMap(({ known }) => known))], ids: all.some(({ ids }) => ids) };
}
