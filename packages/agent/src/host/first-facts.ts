import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentOptions } from "../options.ts";
import type { SessionFacts } from "../session/facts.ts";
import type { SessionStore } from "../session/store.ts";
import { StartRefused } from "./start-refused.ts";

/** A folder that the person named, without links; throws if there is none. */
export function startFolder(given: string): string {
  const path = resolve(given);
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new StartRefused(`there is no folder ${path}`);
  return realpathSync(path);
}

/** The session that the options mean: a new one, one that goes on, or a copy of one. */
export function chooseSession(
  options: AgentOptions,
  store: SessionStore,
): { readonly id: string; readonly source: "startup" | "resume" | "fork" } {
  const { resume } = options;
  if (resume === undefined) return { id: store.create(), source: "startup" };
  const found = store.find(resume === true ? "latest" : resume);
  return options.forkSession ? { id: store.fork(found), source: "fork" } : { id: found, source: "resume" };
}

/** What is true of a session before anything is read. */
export function firstFacts(
  options: AgentOptions,
  projectDir: string,
  id: string,
  transcriptPath: string,
): SessionFacts {
  return {
    id,
    title: null,
    transcriptPath,
    projectDir,
    cwd: projectDir,
    directories: [],
    mode: options.permissionMode ?? "default",
    model: "",
    promptId: null,
    agentType: options.agent ?? null,
  };
}
