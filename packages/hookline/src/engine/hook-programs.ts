import { resolve } from "node:path";
import { namesOf } from "../config/trust/named-files.ts";
import { type Hook, startsCommand } from "../contract/hook.ts";
import { allDialects } from "../dialects/all.ts";
import { allRunners } from "../runners/all.ts";
import { homeFolder } from "../system/home-folder.ts";
import { findProgram } from "../system/local-files.ts";

/** A program that a hook starts, and the file that stands for it on this machine. */
export interface HookProgram {
  /** The name as it is called: `jq`, `./guard.sh`. */
  readonly called: string;
  /** The executable that the name stands for; null if there is none. */
  readonly path: string | null;
  /** Where the name leads if it is a path, be there something or not; null for a name that is looked for on PATH. */
  readonly place: string | null;
  /** The file that it is to run, if it is an interpreter and the file is known. */
  readonly script: string | null;
  /** What starts it, outermost first: `npx`, `timeout`. */
  readonly via: readonly string[];
  /** Nothing comes before it that may keep it from being started. */
  readonly first: boolean;
}

/** What a command hook starts, where, and with which PATH. */
export interface HookPrograms {
  /** The folder that it starts in when the agent works in the project's. */
  readonly start: string;
  readonly path: string;
  /** The shell that it runs in: a path, or `bash`; null in exec form. */
  readonly shell: string | null;
  readonly programs: readonly HookProgram[];
}

/** Reads which programs a command hook would start, without starting any; none for hooks of other types. */
export function hookPrograms(
  hook: Hook,
  at: { readonly projectDir: string; readonly env: { readonly [name: string]: string | undefined } },
): HookPrograms {
  const { projectDir, env } = at;
  const home = homeFolder(env);
  const path = hook.env.PATH ?? env.PATH ?? "";
  const runnerOf = () => allRunners.find(({ type }) => type === hook.type);
  const dialectShell = allDialects.find(({ name }) => name === hook.dialect)?.entry.shell;
  const place = { projectDir, home, path, runnerOf, shellOf: () => dialectShell };
  const { names, start } = namesOf(hook, place, projectDir);
  const { args, shell = dialectShell } = hook.fields;
  const programs = startsCommand(hook) ? names.programs : [];
  return {
    start,
    path,
    shell: !startsCommand(hook) || args !== undefined ? null : shell === "bash" ? "bash" : "/bin/sh",
    programs: programs.map(({ called, script, folder, via, first }) => {
      const from = resolve(start, folder);
      return {
        called,
        path: findProgram(called, from, path),
        place: called.includes("/") ? resolve(from, called) : null,
        script: script === null ? null : resolve(from, script),
        via,
        first,
      };
    }),
  };
}
