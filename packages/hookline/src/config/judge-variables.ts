import type { Hook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import type { HookPassage } from "./environment.ts";
import { entryPath, type JudgedGroup } from "./judged-entry.ts";
import { report } from "./file-judge.ts";
import { withheldNames } from "./withheld.ts";

/** No variables. */
const none: Hook["env"] = Object.freeze({});

/** The variables that an entry sets itself; what cannot be one is reported. */
export function judgeEnv(group: JudgedGroup, written: JsonObject | undefined, index: number): Hook["env"] {
  if (!written) return none;
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

/** The variables that an entry asks for, and those that its file does. */
export function judgePassEnv({ file }: JudgedGroup, written: readonly string[] | undefined): readonly string[] {
  return written ? [...new Set([...file.defaults.passEnv, ...written])] : file.defaults.passEnv;
}

/** Reports the variables that an entry uses and will not get. */
export function reportWithheld(group: JudgedGroup, fields: JsonObject, hook: HookPassage, index: number): void {
  for (const name of withheldNames(fields, hook, group.file.basis.env)) {
    const message = `the hook uses $${name}, which hooks of this file do not get`;
    const hint = `add "passEnv": ["${name}"] to the hook if it may see the value`;
    report(group.file, "warning", { path: entryPath(group, index) }, message, hint);
  }
}
