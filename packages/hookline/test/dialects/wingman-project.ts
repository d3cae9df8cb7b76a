import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Engine } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { type StandIns, standIns } from "./stand-ins.ts";

const examples = resolve(import.meta.dirname, "../fixtures/seeds/wingman");

/** A project with one of the examples in it, and stand-ins on PATH for the programs that it calls. */
export interface WingmanProject extends Scratch, StandIns {
  readonly agent: Engine;
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
  const place = scratch();
  if (example !== "") cpSync(join(examples, example), place.project, { recursive: true });
  const programsOf = standIns(place, { note: "", ...programs });
  Object.assign(place.env, variables);
  const agent = await place.engine({ sessionId: "s-1", dialects: ["wingman"] });
  return {
    ...place,
    ...programsOf,
    agent,
    noted: () => programsOf.calls("note").map(({ argv }) => argv.join(" ")),
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
