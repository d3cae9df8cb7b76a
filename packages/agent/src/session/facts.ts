import type { JsonObject } from "hookline";

/** How much the agent may do unasked. */
export const permissionModes = ["default", "plan", "acceptEdits", "bypassPermissions"] as const;

/** One of the four. */
export type PermissionMode = (typeof permissionModes)[number];

/** What is true of the running session: one object, changed in place by whatever changes it, read by all. */
export interface SessionFacts {
  /** A new one after `/clear`, `/resume` and a fork. */
  id: string;
  title: string | null;
  transcriptPath: string;
  /** Where the agent was started; hook files and settings are looked for from here. */
  readonly projectDir: string;
  /** Where it works now: follows `cd` in a command. */
  cwd: string;
  /** Folders beside `projectDir` that it may work in (`/add-dir`). */
  directories: readonly string[];
  mode: PermissionMode;
  /** The model's name as the person gave it (`openai:gpt-5`, `scripted`). */
  model: string;
  /** The last prompt, null before the first. */
  promptId: string | null;
  /** The agent that the session runs (`--agent NAME`), null for the plain one. */
  readonly agentType: string | null;
}

/** The payload fields that every event of the session has. */
export function commonFields(facts: SessionFacts): JsonObject {
  return {
    session_id: facts.id,
    transcript_path: facts.transcriptPath,
    cwd: facts.cwd,
    ...(facts.promptId !== null && { prompt_id: facts.promptId }),
    ...(facts.agentType !== null && { agent_type: facts.agentType }),
  };
}
