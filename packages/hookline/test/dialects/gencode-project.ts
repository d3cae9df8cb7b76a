import { chmodSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Scratch, scratch } from "../engine/scratch.ts";

const examples = resolve(import.meta.dirname, "../fixtures/seeds/gencode");

/** A project with one of the document's examples in it, and stand-ins on PATH for the programs that it calls. */
export interface GencodeProject extends Scratch {
  /** What a stand-in got: its arguments, and what was on its stdin; null if nobody called it. */
  got(program: string): { readonly argv: readonly string[]; readonly stdin: string } | null;
  exists(path: string): boolean;
}

/** Makes such a project; each program writes down what it got and then does what its body says. */
export function gencodeProject(
  example: string,
  programs: Readonly<Record<string, string>> = {},
): GencodeProject {
  const place = scratch();
  cpSync(join(examples, example), place.project, { recursive: true });
  const notes = join(place.home, "notes");
  place.write(join(notes, "made"), "");
  for (const [name, body] of Object.entries({ afplay: "", npm: "", ...programs })) {
    // A program with a folder is one of the project's own.
    const path = name.includes("/") ? join(place.project, name) : join(place.home, "bin", name);
    const note = join(notes, name.replaceAll("/", "_"));
    const script = `#!/bin/sh\nprintf '%s\\0' "$@" >'${note}.argv'\ncat >'${note}.stdin'\n${body}\n`;
    chmodSync(place.write(path, script), 0o755);
  }
  place.env.PATH = `${join(place.home, "bin")}:${place.env.PATH}`;
  return {
    ...place,
    got(program) {
      const note = join(notes, program.replaceAll("/", "_"));
      if (!existsSync(`${note}.argv`)) return null;
      const argv = readFileSync(`${note}.argv`, "utf8").split("\0").slice(0, -1);
      return { argv, stdin: readFileSync(`${note}.stdin`, "utf8") };
    },
    exists: (path) => existsSync(join(place.project, path)),
  };
}
