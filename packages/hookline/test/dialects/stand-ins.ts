import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../engine/scratch.ts";

/** What one call of a stand-in was given. */
export interface StandInCall {
  readonly argv: readonly string[];
  readonly stdin: string;
}

/** What the stand-ins of a project were given. */
export interface StandIns {
  /** The calls of a program, in the order of their starts. */
  calls(program: string): readonly StandInCall[];
  /** The last call of a program; null if nobody called it. */
  got(program: string): StandInCall | null;
}

/**
 * Puts programs in front of the project's PATH, or into the project where the name has a folder. Each writes down what it was given
 * and then does what its body says.
 */
export function standIns(place: Scratch, programs: Readonly<Record<string, string>>): StandIns {
  const bin = join(place.home, "bin");
  const notes = join(place.home, "notes");
  mkdirSync(notes);
  const listOf = (name: string) => join(notes, name.replaceAll("/", "_"));
  for (const [name, body] of Object.entries(programs)) {
    const path = join(name.includes("/") ? place.project : bin, name);
    const script = `#!/bin/sh
call=$(mktemp -d '${notes}/call.XXXXXX') || exit 1
echo "$call" >>'${listOf(name)}'
for one in "$@"; do printf '%s\\0' "$one"; done >"$call/argv"
cat >"$call/stdin"
${body}
`;
    chmodSync(place.write(path, script), 0o755);
  }
  place.env.PATH = `${bin}:${place.env.PATH}`;
  const calls = (program: string) => {
    const list = listOf(program);
    const folders = existsSync(list) ? readFileSync(list, "utf8").split("\n").slice(0, -1) : [];
    return folders.map((folder) => ({
      argv: readFileSync(join(folder, "argv"), "utf8").split("\0").slice(0, -1),
      stdin: readFileSync(join(folder, "stdin"), "utf8"),
    }));
  };
  return { calls, got: (program) => calls(program).at(-1) ?? null };
}
