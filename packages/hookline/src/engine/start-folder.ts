import { resolve } from "node:path";
import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import type { EngineState } from "./state.ts";

/** Where a hook's command starts: its own folder, the project's, the payload's, or that of the agent. */
export function startFolder(
  state: EngineState,
  { payload }: Pick<Event, "payload">,
  hook: Hook,
  dialect: Dialect | undefined,
): string {
  const { projectDir } = state.configuration;
  if (hook.cwd !== null) return resolve(projectDir, hook.cwd);
  // A worker is one process for all events, wherever the agent is.
  if (dialect?.cwd === "project" || hook.type === "worker") return projectDir;
  const { cwd } = payload;
  return dialect?.cwd !== "process" && typeof cwd === "string" ? cwd : state.cwd;
}
