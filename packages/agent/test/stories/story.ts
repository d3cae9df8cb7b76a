import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { vi } from "vitest";
import { type AgentEnd, headless, makePlace, type Place, runAgent } from "../run-agent.ts";

// Each story starts an agent, and some start formatters and linters: a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, "../../../..");
const seeds = join(root, "packages/hookline/test/fixtures/seeds/wingman");

/** A call that the model makes. */
export function call(name: string, input: object): { readonly name: string; readonly input: object } {
  return { name, input };
}

/** A run of the agent in a story, with what came of it. */
export interface Told extends AgentEnd {
  readonly sessionId: string;
  /** What the model was given back by each tool, in order. */
  readonly results: readonly string[];
}

/** A project with hook files, and programs of the test before all others. */
export interface Story extends Place {
  /** A file of the project; empty if there is none. */
  read(path: string): string;
  /** The lines of a file of the project. */
  lines(path: string): readonly string[];
  /** A program: a shell script. */
  program(name: string, body: string): void;
  /** The programs of `standIn` that were called, with their arguments. */
  called(): readonly string[];
  /** A program that does nothing but write down that it was called. */
  standIn(...names: readonly string[]): void;
  /** Plays these turns headless; each list of calls is one answer of the model, then it says "done". */
  play(turns: readonly (readonly object[])[], more?: PlayOptions): Promise<Told>;
}

interface PlayOptions {
  /** False where the hooks of the project are not approved. */
  readonly trust?: boolean;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

/** Makes a project with the hook files of one of Wingman's stories, gone when the test ends. */
export function story(seed: string | null = null): Story {
  const bare = makePlace();
  const programs = join(bare.root, "programs");
  const PATH = [programs, join(root, "node_modules/.bin"), bare.env.PATH].join(delimiter);
  const place = { ...bare, env: { ...bare.env, PATH } };
  if (seed !== null) cpSync(join(seeds, seed), place.project, { recursive: true });
  const read = (path: string) => {
    const file = resolve(place.project, path);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const lines = (path: string) => read(path).split("\n").filter(Boolean);
  const calledFile = join(bare.root, "called");
  const program = (name: string, body: string) =>
    chmodSync(bare.write(join(programs, name), `#!/bin/sh\n${body}\n`), 0o755);
  return {
    ...place,
    read,
    lines,
    program,
    called: () => lines(calledFile),
    standIn(...names) {
      for (const name of names) program(name, `echo "${name} $*" >>"${calledFile}"`);
    },
    async play(turns, { args = [], env = {}, trust = true } = {}) {
      const said = [...turns.map((tools) => ({ tools })), { text: "done" }];
      const options = headless(place, said).filter((word) => trust || word !== "--trust");
      const end = await runAgent(place, [...options, ...args], { env });
      return { ...end, ...transcriptIn(place) };
    },
  };
}

/** What the transcript of the place's first session says; nothing if the agent did not get that far. */
function transcriptIn({ env }: Place): Pick<Told, "sessionId" | "results"> {
  const folder = join(env.XDG_STATE_HOME ?? "", "hookline/sessions");
  if (!existsSync(folder)) return { sessionId: "", results: [] };
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const own = /^[^/]+\/[0-9a-f-]+\.jsonl$/;
  const [file = "no transcript"] = names.filter((name) => own.test(name));
  const entries = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  const records = entries.map((line) => JSON.parse(line));
  const blocks = records.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
  return {
    sessionId: records[0]?.sessionId ?? "",
    results: blocks.filter(({ type }) => type === "tool_result").map(({ content }) => wordsOf(content)),
  };
}

function wordsOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
