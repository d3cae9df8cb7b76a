import { parse } from "unbash";
import { isCostly } from "../parse-cost.ts";
import { emptyEnvironment, remember } from "./environment.ts";
import { given } from "./marks.ts";
import { oddAnywhere, oddUnquoted } from "./odd-characters.ts";
import { plainScript } from "./plain-script.ts";
import type { CommandReading, KnownVariables } from "./reading.ts";
import { readUncalled, startCommand } from "./start.ts";
import { type Reader, type Scope, spend, step, stop } from "./state.ts";
import { untilExit } from "./subshell.ts";
import { walkBody, walkScript } from "./walk.ts";

/** How many steps are taken, and how many characters are parsed, nested shells and substitutions included. */
const mostSteps = 12_000;
const mostCharacters = 1_000_000;

const start: Scope = {
  stdin: { input: [], text: "" },
  via: [],
  remote: false,
  depth: 0,
  calls: [],
  piped: false,
  behind: false,
  conditional: false,
  aliases: [],
  source: "",
};

/** Tells what a shell text would start; never throws, and is bounded for every input. */
export function readCommand(source: string, variables: KnownVariables): CommandReading {
  const reader = newReader(source, variables);
  if (isCostly(source)) reader.unread = "it is too large";
  else {
    try {
      untilExit(reader, () => reader.text(source, start));
      readUncalled(reader, start);
    } catch {
      // The parser and the reading recurse, so a text can be too deep for the stack.
      reader.unread ??= "it is nested too deeply";
    }
  }
  return { source, commands: reader.commands, unread: reader.unread, forkBomb: reader.forkBomb };
}

function newReader(source: string, variables: KnownVariables): Reader {
  const reader: Reader = {
    variables,
    commands: [],
    environment: emptyEnvironment(),
    steps: mostSteps,
    characters: mostCharacters,
    unread: oddAnywhere(source),
    forkBomb: false,
    jumps: 0,
    recursions: 0,
    odd: oddUnquoted(source) !== null,
    traps: [],
    locals: null,
    entered: new Set(),
    defined: new Map(),
    script: (script, scope) => walkScript(reader, script, scope),
    text: (text, scope) => readText(reader, text, scope),
    body: (node, scope) => walkBody(reader, node, scope),
    start: (draft) => startCommand(reader, draft),
  };
  remember(reader.environment, "@", { kind: "words", words: [given] });
  remember(reader.environment, "/", { kind: "folders", folders: [""], ifDone: [""] });
  return reader;
}

function readText(reader: Reader, text: string, scope: Scope): string {
  step(reader);
  spend(reader, text.length);
  if (scope.depth > 0 && isCostly(text)) stop(reader, "it is too large");
  return walkScript(reader, plainScript(text) ?? parse(text), { ...scope, source: text });
}
