import { isAbsolute, join, relative } from "node:path";
import { isObject, jsonOf } from "../../contract/json.ts";
import { type Engine, type Hook, hookPrograms } from "../../index.ts";
import { writeAtomically } from "../../system/files.ts";
import { fileStamp, findProgram, realPath } from "../../system/local-files.ts";
import { scriptFacts, shebangOf } from "../../system/script-facts.ts";
import { startTime } from "../../system/start-time.ts";
import { readWhole } from "../../system/whole-file.ts";

/** What the start of a hook's interpreter takes. */
export interface InterpreterStart {
  /** Its name: `python3`. */
  readonly program: string;
  readonly ms: number;
}

/** What each interpreter is given to do nothing. */
const idle: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^python[\d.]*$|^pypy[\d.]*$/, ["-c", "pass"]],
  [/^node(?:js)?$/, ["-e", "0"]],
  [/^(?:ba|da|z|k)?sh$/, ["-c", ":"]],
  [/^ruby[\d.]*$/, ["-e", "0"]],
  [/^perl[\d.]*$/, ["-e", "0"]],
  [/^php[\d.]*$/, ["-r", "0;"]],
  [/^deno$/, ["eval", "0"]],
  [/^bun$/, ["-e", "0"]],
];

/** What was measured holds for so long. */
const goodMs = 7 * 86_400_000;

/** Measures interpreters, each once, and remembers it in the state folder; nothing of a project is started. */
export function interpreterStarts(
  engine: Pick<Engine, "projectDir" | "stateFolder">,
  env: { readonly [name: string]: string | undefined },
  now = Date.now(),
): (hook: Hook) => InterpreterStart | null {
  const file = join(engine.stateFolder, "cache", "starts.json");
  const known = readKnown(file);
  return (hook) => {
    const found = interpreterOf(hook, engine.projectDir, env);
    if (!found) return null;
    const key = `${found.path}=${fileStamp(found.path)}`;
    const before = known.get(key);
    if (before && now - before.at < goodMs) return { program: found.program, ms: before.ms };
    const ms = startTime([found.path, ...found.args]);
    if (ms === null) return null;
    known.set(key, { ms, at: now });
    writeKnown(file, known, now);
    return { program: found.program, ms };
  };
}

/** The interpreter that a hook's time goes to, by its name or by the first line of a script; a shell only if there is no other. */
function interpreterOf(hook: Hook, projectDir: string, env: { readonly [name: string]: string | undefined }) {
  const { programs, path, start } = hookPrograms(hook, { projectDir, env });
  const names = programs.flatMap(({ called, place, path: file }) => {
    if (place === null) return [called];
    const shebang = file === null ? null : shebangOf(scriptFacts(file).start);
    if (!shebang) return [];
    const words = [shebang.program, ...shebang.rest.split(/\s+/)];
    return [words.map((word) => word.split("/").at(-1) ?? "").find((word) => idleArgs(word) !== null) ?? ""];
  });
  // A shell starts in a few milliseconds, and nearly every command has one around what takes the time.
  const program =
    names.find((name) => idleArgs(name) !== null && !/sh$/.test(name)) ??
    names.find((name) => idleArgs(name) !== null);
  if (program === undefined) return null;
  const args = idleArgs(program) ?? [];
  const found = findProgram(program, start, path);
  // What lies in a project is the project's: its approval is not for this.
  return found !== null && isOutside(found, projectDir) ? { program, path: found, args } : null;
}

function idleArgs(program: string): readonly string[] | null {
  return idle.find(([name]) => name.test(program))?.[1] ?? null;
}

function isOutside(path: string, folder: string): boolean {
  return [path, realPath(path)].every((one) => {
    const way = relative(realPath(folder), one);
    return way.startsWith("..") || isAbsolute(way);
  });
}

type Known = Map<string, { readonly ms: number; readonly at: number }>;

function readKnown(file: string): Known {
  const read = readWhole(file);
  const value = "text" in read ? jsonOf(read.text) : null;
  const known: Known = new Map();
  for (const [key, one] of Object.entries(isObject(value) ? value : {})) {
    const { ms, at } = isObject(one) ? one : {};
    if (typeof ms === "number" && typeof at === "number") known.set(key, { ms, at });
  }
  return known;
}

/** What cannot be kept is measured again next time. */
function writeKnown(file: string, known: Known, now: number): void {
  const young = [...known].filter(([, { at }]) => now - at < goodMs);
  try {
    writeAtomically(file, `${JSON.stringify(Object.fromEntries(young))}\n`, 0o600);
  } catch {}
}
