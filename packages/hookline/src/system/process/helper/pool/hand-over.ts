import { statSync } from "node:fs";
import type { Command } from "../../../../contract/process.ts";

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The shell gives these a meaning or a value of its own when it starts: it is let to. */
const special = new Set(["IFS", "LINENO", "OPTIND", "PPID"]);

/** A path that `cd` takes to the letter. */
const plainPath = /^(\/(?!\.{1,2}(\/|$))[^/]+)+$|^\/$/;

/**
 * What a warm shell reads before it goes on with its command: shell text that brings it to the folder and gives it the environment of the
 * command, as if it had been started so. Null if no shell can do that.
 */
export function handOverText({ cwd, env }: Command): string | null {
  const folder = cdArguments(cwd, env.PWD);
  if (folder === null) return null;
  let exports = "";
  for (const [variable, value] of Object.entries(env)) {
    if (!name.test(variable) || special.has(variable)) return null;
    // The shell says itself where it is.
    if (variable !== "PWD") exports += ` ${variable}=${quoted(value)}`;
  }
  const lines = [`cd ${folder} 2>/dev/null||exit`, "exec 3<&- 4<&-", "unset x OLDPWD"];
  if (exports !== "") lines.push(`export${exports}`);
  lines.push("trap - EXIT");
  return `${lines.join("\n")}\n`;
}

/** A shell believes the PWD that it is given if that names its folder, and finds out by itself otherwise; null if the folder cannot be entered. */
function cdArguments(cwd: string, pwd: string | undefined): string | null {
  if (!cwd.startsWith("/")) return null;
  try {
    const folder = statSync(cwd);
    if (!folder.isDirectory()) return null;
    if (!pwd?.startsWith("/")) return `-P -- ${quoted(cwd)}`;
    const named = pwd === cwd ? folder : statSync(pwd, { throwIfNoEntry: false });
    if (named?.dev !== folder.dev || named.ino !== folder.ino) return `-P -- ${quoted(cwd)}`;
    return plainPath.test(pwd) ? `-L -- ${quoted(pwd)}` : null;
  } catch {
    return null;
  }
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
