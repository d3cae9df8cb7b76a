import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Engine, EngineOptions } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

/** What one call of a stand-in was given. */
export interface StandInCall {
  readonly argv: readonly string[];
  readonly stdin: string;
}

/** A project whose hooks are Code-Forge's, with stand-ins on PATH for the programs that they call. */
export interface ForgeProject extends Omit<Scratch, "engine"> {
  engine(options?: EngineOptions): Promise<Engine>;
  /** The calls of a stand-in, in order. */
  calls(program: string): readonly StandInCall[];
  exists(path: string): boolean;
  read(path: string): string;
  git(...args: string[]): string;
}

/** Where the examples of the document are. */
export const examples = resolve(import.meta.dirname, "../fixtures/seeds/forge");

/** Makes such a project; a stand-in writes down its arguments and its stdin, each call in a folder of its own. */
export function forgeProject(programs: readonly string[] = []): ForgeProject {
  const { engine, ...place } = scratch();
  const bin = join(place.home, "bin");
  mkdirSync(bin);
  for (const name of programs) {
    const script = `#!/bin/sh
call=$(mktemp -d '${bin}/${name}.XXXXXX') || exit 1
for one in "$@"; do printf '%s\\0' "$one"; done > "$call/argv"
cat > "$call/stdin"
`;
    chmodSync(place.write(join(bin, name), script), 0o755);
  }
  // Git reads no settings of the machine, and needs to know who commits.
  const who = { GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.invalid" };
  const committer = { GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.invalid" };
  const env = { ...place.env, PATH: `${bin}:${place.env.PATH}`, ...who, ...committer };
  return {
    ...place,
    env,
    engine: (options = {}) => engine({ dialects: ["forge"], env, sessionId: "sess_abc123", ...options }),
    calls: (program) =>
      readdirSync(bin)
        .filter((name) => name.startsWith(`${program}.`))
        .map((name) => ({
          argv: readFileSync(join(bin, name, "argv"), "utf8")
            .split("\0")
            .slice(0, -1),
          stdin: readFileSync(join(bin, name, "stdin"), "utf8"),
        })),
    exists: (path) => existsSync(resolve(place.project, path)),
    read: (path) => readFileSync(resolve(place.project, path), "utf8"),
    git: (...args) => execFileSync("git", args, { cwd: place.project, env, encoding: "utf8" }),
  };
}

/** Puts an example of the document where its text says. */
export function copyExample(example: string, target: string): void {
  mkdirSync(resolve(target, ".."), { recursive: true });
  copyFileSync(join(examples, example), target);
}

/** The payload of a tool that is about to run. */
export function aTool(name: string, input: Readonly<Record<string, string>>) {
  return { tool_name: name, tool_input: { ...input } };
}

/** Values that would do something if they ever became a part of a command. */
export const hostile: readonly string[] = [
  "$(touch pwned)",
  "`touch pwned`",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "; touch pwned",
  "&& touch pwned",
  "' \"$(touch pwned)\" '",
  "'\"$(touch pwned)\"'",
  "a\nb\n\n",
  "it's",
  "\\",
  "\\\\' ; touch pwned #",
  "%s%n",
  "* ~ $HOME ${PATH}",
  "-n",
  "é€😀",
  "a[$(touch pwned)]",
  "x\0y",
];
