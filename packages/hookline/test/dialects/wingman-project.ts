import { chmodSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Engine } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

const examples = resolve(import.meta.dirname, "../fixtures/seeds/wingman");

/** A project with one of the examples in it, and stand-ins on PATH for the programs that it calls. */
export interface WingmanProject extends Omit<Scratch, "engine"> {
  readonly agent: Engine;
  /** What a stand-in got: its arguments, and what was on its stdin; null if nobody called it. */
  got(program: string): { readonly argv: readonly string[]; readonly stdin: string } | null;
  /** The words that `note` was called with, in order. */
  noted(): readonly string[];
  /** What the person is told of hooks that nobody waited for. */
  told(): Promise<readonly string[]>;
  exists(path: string): boolean;
  read(path: string): string;
}

/** Makes such a project; each program writes down what it got and then does what its body says. */
export async function wingmanProject(
  example: string,
  programs: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<WingmanProject> {
  const { engine: start, ...place } = scratch();
  if (example !== "") cpSync(join(examples, example), place.project, { recursive: true });
  const bin = join(place.home, "bin");
  for (const [name, body] of Object.entries({ note: `echo "$1" >>'${bin}/noted'`, ...programs })) {
    const script = `#!/bin/sh\nprintf '%s\\0' "$@" >'${bin}/${name}.argv'\ncat >'${bin}/${name}.stdin'\n${body}\n`;
    chmodSync(place.write(join(bin, name), script), 0o755);
  }
  const env = { ...place.env, PATH: `${bin}:${place.env.PATH}`, ...variables };
  const agent = await start({ env, sessionId: "s-1", dialects: ["wingman"] });
  const text = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return {
    ...place,
    env,
    agent,
    got(program) {
      if (!existsSync(join(bin, `${program}.argv`))) return null;
      const argv = text(join(bin, `${program}.argv`))
        .split("\0")
        .slice(0, -1);
      return { argv, stdin: text(join(bin, `${program}.stdin`)) };
    },
    noted: () => text(join(bin, "noted")).split("\n").slice(0, -1),
    async told() {
      await agent.drain();
      const { messages } = await agent.fire("PreToolUse", { tool_name: "no_such_tool", tool_input: {} });
      return messages.map(({ level, text }) => `${level} ${text}`);
    },
    exists: (path) => existsSync(join(place.project, path)),
    read: (path) => readFileSync(join(place.project, path), "utf8"),
  };
}

/** The payload of a tool that has run. */
export const ran = (tool_name: string, tool_input: object) => ({
  tool_name,
  tool_input: { ...tool_input },
  tool_response: { ok: true },
});

/** The payload of an agent that is done. */
export const done = { stop_hook_active: false };
