import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Engine, EngineOptions } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { backslashes, hostile as common } from "./hostile.ts";
import { type StandIns, standIns } from "./stand-ins.ts";

/** A project whose hooks are Code-Forge's, with stand-ins on PATH for the programs that they call. */
export interface ForgeProject extends Scratch, StandIns {
  /** An engine that reads Code-Forge's files alone. */
  engine(options?: EngineOptions): Promise<Engine>;
  exists(path: string): boolean;
  read(path: string): string;
  git(...args: string[]): string;
}

/** Where the examples of the document are. */
export const examples = resolve(import.meta.dirname, "../fixtures/seeds/forge");

/** Makes such a project; a stand-in writes down its arguments and its stdin. */
export function forgeProject(programs: readonly string[] = []): ForgeProject {
  const place = scratch();
  const programsOf = standIns(place, Object.fromEntries(programs.map((name) => [name, ""])));
  const { env } = place;
  // Git reads no settings of the machine, and needs to know who commits.
  const who = { GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.invalid" };
  Object.assign(env, who, { GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.invalid" });
  return {
    ...place,
    ...programsOf,
    engine: (options = {}) => place.engine({ dialects: ["forge"], sessionId: "sess_abc123", ...options }),
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
export const hostile: readonly string[] = [...common, ...backslashes, "x\0y"];
