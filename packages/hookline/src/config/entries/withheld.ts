import type { Json, JsonObject } from "../../contract/json.ts";
import { looksSecret } from "../../contract/secrets.ts";
import { type HookPassage, isPassed, type ProcessEnvironment } from "../environment.ts";

/** The project's folder after a `$`: what most hooks use, and all get. */
const ofProject = /(?:\{[#!]?)?(?:HOOKLINE|CLAUDE)_PROJECT_DIR(?!\w)/y;
const setByHookline =
  "CLAUDE_PROJECT_DIR HOOKLINE_PROJECT_DIR HOOKLINE_EVENT HOOKLINE_EVENT_ID HOOKLINE_SESSION_ID HOOKLINE_DEPTH";
const setByShell =
  "PWD OLDPWD SHLVL IFS PPID UID EUID RANDOM LINENO SECONDS HOSTNAME REPLY OPTARG OPTIND _ BASH BASHPID BASH_SOURCE BASH_VERSION";
const given: ReadonlySet<string> = new Set(`${setByHookline} ${setByShell}`.split(" "));

/** True for the text of a file whose hooks may use a variable beside the project's folder: others need no closer look. */
export function namesVariables(text: string): boolean {
  for (let dollar = text.indexOf("$"); dollar >= 0; dollar = text.indexOf("$", dollar + 1)) {
    ofProject.lastIndex = dollar + 1;
    if (!ofProject.test(text)) return true;
  }
  return false;
}

/** The variables that an entry uses and will not get: the `$NAME`s of its command. */
export function withheldNames(
  { command, args }: JsonObject,
  hook: HookPassage,
  processEnv: ProcessEnvironment,
): readonly string[] {
  if (hook.environment === "whole") return [];
  const used = shellTexts(command, args).flatMap(variablesOf);
  return used.filter(
    (name) => !isPassed(name, hook, processEnv) && (processEnv[name] !== undefined || looksSecret(name, "")),
  );
}

/** The texts of an entry in which a shell expands variables: in exec form only what a shell gets after `-c`. */
function shellTexts(command: Json | undefined, args: Json | undefined): readonly string[] {
  if (typeof command !== "string") return [];
  if (!Array.isArray(args)) return [command];
  const text = args[args.indexOf("-c") + 1];
  const isShell = /(?:^|\/)(?:ba|da|z|k)?sh$/.test(command) && args.includes("-c");
  return isShell && typeof text === "string" ? [text] : [];
}

/** The names after `$` and `${` that the command does not set itself, also in single quotes: they may be the text of another shell. */
function variablesOf(command: string): readonly string[] {
  const names = new Set<string>();
  for (let dollar = command.indexOf("$"); dollar >= 0; dollar = command.indexOf("$", dollar + 1)) {
    if (command.charCodeAt(dollar - 1) === 92) continue;
    const start = nameStart(command, dollar);
    let end = start;
    while (isNamePart(command.charCodeAt(end))) end++;
    const name = command.slice(start, end);
    if (name !== "" && !given.has(name)) names.add(name);
  }
  for (const name of assignedNames(command)) names.delete(name);
  return [...names];
}

/** The names that a command gives a value itself: `NAME=… cmd`, `export NAME=…`, `read NAME`, `for NAME in`; not `-d NAME=…`. */
function assignedNames(command: string): readonly string[] {
  const lists = command.matchAll(
    /(?:^|[;&|({`\n]|\b(?:export|local|readonly|declare|then|do|else)\b)\s*((?:[A-Za-z_]\w*=[^\s;&|]*\s*)+)/g,
  );
  const assigned = [...lists].flatMap(([, list]) => [...(list ?? "").matchAll(/(?:^|\s)([A-Za-z_]\w*)=/g)]);
  const read = [...command.matchAll(/\b(?:read|for)\s([\w\s-]*)/g)].flatMap(([, words]) =>
    (words ?? "").split(/\s+/),
  );
  return [...assigned.map(([, name]) => name ?? ""), ...read];
}

/** Where the name begins after `$`, `${`, `${#` or `${!`. */
function nameStart(command: string, dollar: number): number {
  if (command.charCodeAt(dollar + 1) !== 123) return dollar + 1;
  const next = command.charCodeAt(dollar + 2);
  return next === 35 || next === 33 ? dollar + 3 : dollar + 2;
}

function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (code >= 48 && code <= 57)
  );
}
