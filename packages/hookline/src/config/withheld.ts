import type { JsonObject } from "../contract/json.ts";
import { type HookPassage, isPassed, type ProcessEnvironment } from "./environment.ts";
import { looksSecret } from "./secrets.ts";

/** `$NAME` and `${NAME…}`, also in single quotes: they may be the text of another shell. */
const variable = /\$\{?[#!]?([A-Za-z_]\w*)/g;

/** What the shell or Hookline itself sets. */
const given =
  /^(?:HOOKLINE_\w+|CLAUDE_PROJECT_DIR|PWD|OLDPWD|SHLVL|IFS|PPID|UID|EUID|RANDOM|LINENO|SECONDS|HOSTNAME|REPLY|OPTARG|OPTIND|_|BASH\w*)$/;

/** The variables that an entry uses and will not get: `$NAME`s of its command, and names that its headers may hold. */
export function withheldNames(
  fields: JsonObject,
  hook: HookPassage,
  processEnv: ProcessEnvironment,
): readonly string[] {
  if (hook.environment === "whole") return [];
  return usedNames(fields).filter((name) => {
    if (given.test(name) || isPassed(name, hook, processEnv)) return false;
    const value = processEnv[name];
    return value !== undefined || looksSecret(name, "");
  });
}

function usedNames({ command, args, allowedEnvVars }: JsonObject): readonly string[] {
  const names = new Set<string>();
  // In exec form there is no shell, so nothing expands.
  if (typeof command === "string" && args === undefined && command.includes("$")) {
    for (const [, name] of command.matchAll(variable)) {
      if (name !== undefined && !isAssigned(name, command)) names.add(name);
    }
  }
  if (Array.isArray(allowedEnvVars)) {
    for (const name of allowedEnvVars) if (typeof name === "string") names.add(name);
  }
  return [...names];
}

/** True for a variable that the command gives a value itself. */
function isAssigned(name: string, command: string): boolean {
  const assignment = new RegExp(`(?:^|[^\\w$])${name}=|\\b(?:read|for)\\b[^;&|\\n$]*\\b${name}\\b`);
  return assignment.test(command);
}
