import type { Hook } from "../../contract/hook.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { FileHook } from "./file-hook.ts";
import { report } from "./file-judge.ts";
import { entryPath, type JudgedGroup } from "./judged-entry.ts";
import { withheldNames } from "./withheld.ts";

/** The variables that an entry sets itself; what cannot be one is reported. */
export function judgeEnv(group: JudgedGroup, written: JsonObject, index: number): Hook["env"] {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    const problem = problemOf(name, value);
    if (problem === null && typeof value === "string") {
      env[name] = value;
      continue;
    }
    const path = [...entryPath(group, index), "env", name];
    report(
      group.file,
      "error",
      { path, at: "key" },
      `${problem}; it is left out`,
      "correct it, or remove it",
    );
  }
  return Object.freeze(env);
}

function problemOf(name: string, value: unknown): string | null {
  if (!/^[^=\0]+$/.test(name)) return `${JSON.stringify(name)} cannot be the name of a variable`;
  if (/^HOOKLINE_|^SHLVL$/.test(name)) return `the variable ${name} is set by Hookline`;
  if (typeof value === "string")
    return value.includes("\0") ? `the value of ${name} holds a null character` : null;
  return `the value of the variable ${name} must be a string`;
}

/** Reports the variables that a hook uses and will not get. */
export function reportWithheld(group: JudgedGroup, hook: FileHook): void {
  for (const name of withheldNames(hook.fields, hook, group.file.basis.env)) {
    const message = `the hook uses $${name}, which hooks of this file do not get`;
    const hint = `add "passEnv": ["${name}"] to the hook if it may see the value`;
    report(group.file, "warning", { path: entryPath(group, hook.index) }, message, hint);
  }
}
