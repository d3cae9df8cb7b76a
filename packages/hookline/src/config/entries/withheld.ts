import type { JsonObject } from "../../contract/json.ts";
import { type HookPassage, isPassed, type ProcessEnvironment } from "../environment.ts";
import { looksSecret } from "../secrets.ts";

const ours = "HOOKLINE_PROJECT_DIR";
const theirs = "CLAUDE_PROJECT_DIR";
const setByHookline =
  "CLAUDE_PROJECT_DIR HOOKLINE_PROJECT_DIR HOOKLINE_EVENT HOOKLINE_EVENT_ID HOOKLINE_SESSION_ID HOOKLINE_DEPTH";
const setByShell =
  "PWD OLDPWD SHLVL IFS PPID UID EUID RANDOM LINENO SECONDS HOSTNAME REPLY OPTARG OPTIND _ BASH BASHPID BASH_SOURCE BASH_VERSION";
const given: ReadonlySet<string> = new Set(`${setByHookline} ${setByShell}`.split(" "));

/** True for the text of a file whose hooks may use a variable beside the project's folder: others need no closer look. */
export function namesVariables(text: string): boolean {
  for (let dollar = text.indexOf("$"); dollar >= 0; dollar = text.indexOf("$", dollar + 1)) {
    const start = nameStart(text, dollar);
    if (!isNamed(text, start, ours) && !isNamed(text, start, theirs)) return true;
  }
  return false;
}

/** A slice is compared in half the time that `startsWith` takes, and there is one for every hook. */
function isNamed(text: string, start: number, name: string): boolean {
  const end = start + name.length;
  return text.slice(start, end) === name && !isNamePart(text.charCodeAt(end));
}

/** The variables that an entry uses and will not get: the `$NAME`s of its command. */
export function withheldNames(
  { command, args }: JsonObject,
  hook: HookPassage,
  processEnv: ProcessEnvironment,
): readonly string[] {
  if (hook.environment === "whole") return [];
  // In exec form there is no shell, so nothing expands.
  const used = typeof command === "string" && args === undefined ? variablesOf(command) : [];
  return used.filter(
    (name) => !isPassed(name, hook, processEnv) && (processEnv[name] !== undefined || looksSecret(name, "")),
  );
}

/** The names after `$` and `${` that the command does not set itself, also in single quotes: they may be the text of another shell. */
function variablesOf(command: string): readonly string[] {
  const names = new Set<string>();
  for (let dollar = command.indexOf("$"); dollar >= 0; dollar = command.indexOf("$", dollar + 1)) {
    const start = nameStart(command, dollar);
    let end = start;
    while (isNamePart(command.charCodeAt(end))) end++;
    const name = command.slice(start, end);
    if (name !== "" && !given.has(name)) names.add(name);
  }
  for (const name of assignedNames(command)) names.delete(name);
  return [...names];
}

function assignedNames(command: string): readonly string[] {
  const assigned = [...command.matchAll(/(?<![\w$])([A-Za-z_]\w*)=/g)].map(([, name]) => name ?? "");
  const read = [...command.matchAll(/\b(?:read|for)\s([\w\s-]*)/g)].flatMap(([, words]) =>
    (words ?? "").split(/\s+/),
  );
  return [...assigned, ...read];
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
