import type { JsonObject } from "../contract/json.ts";
import { type HookPassage, isPassed, type ProcessEnvironment } from "./environment.ts";
import { looksSecret } from "./secrets.ts";

/** What Hookline itself sets, or the shell. */
const given: ReadonlySet<string> = new Set([
  ...["CLAUDE_PROJECT_DIR", "HOOKLINE_PROJECT_DIR", "HOOKLINE_EVENT", "HOOKLINE_EVENT_ID", "HOOKLINE_SESSION_ID"],
  ...["HOOKLINE_DEPTH", "PWD", "OLDPWD", "SHLVL", "IFS", "PPID", "UID", "EUID", "RANDOM", "LINENO", "SECONDS"],
  ...["HOSTNAME", "REPLY", "OPTARG", "OPTIND", "_", "BASH", "BASHPID", "BASH_SOURCE", "BASH_VERSION"],
]);

/** The one that most commands use. */
const usualName = "CLAUDE_PROJECT_DIR";

const nothing: readonly string[] = [];

/** The variables that an entry uses and will not get: `$NAME`s of its command, and names that its headers may hold. */
export function withheldNames(
  { command, args, allowedEnvVars }: JsonObject,
  hook: HookPassage,
  processEnv: ProcessEnvironment,
): readonly string[] {
  if (hook.environment === "whole") return nothing;
  // In exec form there is no shell, so nothing expands.
  const used = typeof command === "string" && args === undefined ? variablesOf(command) : nothing;
  const listed = Array.isArray(allowedEnvVars) ? allowedEnvVars : nothing;
  if (used.length === 0 && listed.length === 0) return nothing;
  const names = new Set([...used, ...listed.map(String)]);
  return [...names].filter(
    (name) =>
      !isPassed(name, hook, processEnv) && (processEnv[name] !== undefined || looksSecret(name, "")),
  );
}

/** The names after `$` and `${` that the command does not set itself, also in single quotes: they may be the text of another shell. */
function variablesOf(command: string): readonly string[] {
  let names: string[] | null = null;
  for (let dollar = command.indexOf("$"); dollar >= 0; dollar = command.indexOf("$", dollar + 1)) {
    let start = dollar + 1;
    if (command[start] === "{") start++;
    if (command[start] === "#" || command[start] === "!") start++;
    const usual = command.startsWith(usualName, start);
    let end = usual ? start + usualName.length : start;
    while (isNamePart(command.charCodeAt(end))) end++;
    if (end === start || (usual && end === start + usualName.length)) continue;
    const name = command.slice(start, end);
    if (given.has(name) || isAssigned(name, command)) continue;
    names ??= [];
    names.push(name);
  }
  return names ?? nothing;
}

function isNamePart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (code >= 48 && code <= 57);
}

function isAssigned(name: string, command: string): boolean {
  return new RegExp(`(?:^|[^\\w$])${name}=|\\b(?:read|for)\\b[^;&|\\n$]*\\b${name}\\b`).test(command);
}
