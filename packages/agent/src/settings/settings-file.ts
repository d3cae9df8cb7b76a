import type { JsonObject } from "hookline";
import type { PermissionMode } from "../session/facts.ts";
import type { SettingsPlace } from "./places.ts";

/** What a rule does with the calls that it fits. */
export type Behavior = "allow" | "ask" | "deny";

/** A permission rule and where it is written. */
export interface WrittenRule {
  readonly behavior: Behavior;
  readonly text: string;
  /** `file:line`, or another word for where it comes from. */
  readonly source: string;
  /** The folder of its file: a rule like `Edit(/docs/**)` starts there, or at the project. */
  readonly sourceDir: string;
}

/** An agent that the main one may hand work to. */
export interface AgentSettings {
  readonly description: string;
  readonly prompt: string;
  readonly tools?: readonly string[];
  readonly model?: string;
}

/** One settings file as it was understood. */
export interface SettingsFile {
  readonly place: SettingsPlace;
  /** The text that was read: what is shown and approved is what counts, whatever the file holds by now. */
  readonly source: string;
  readonly rules: readonly WrittenRule[];
  readonly defaultMode: PermissionMode | null;
  readonly additionalDirectories: readonly string[];
  readonly model: string | null;
  /** As it is written; the mcp room judges each server. */
  readonly mcpServers: { readonly [name: string]: JsonObject };
  readonly compactAtTokens: number | null;
  readonly agents: { readonly [name: string]: AgentSettings };
  /** What is wrong in it: `file:line:column: what; what to do`. */
  readonly problems: readonly string[];
  /** It is there and cannot be read as a whole: of what was found in it only what refuses counts. */
  readonly broken: boolean;
}

/** A file while it is read. */
export interface SettingsDraft {
  readonly rules: WrittenRule[];
  defaultMode: PermissionMode | null;
  readonly additionalDirectories: string[];
  model: string | null;
  readonly mcpServers: { [name: string]: JsonObject };
  compactAtTokens: number | null;
  readonly agents: { [name: string]: AgentSettings };
}

/** The beginning of every file. */
export function emptyDraft(): SettingsDraft {
  return {
    rules: [],
    defaultMode: null,
    additionalDirectories: [],
    model: null,
    mcpServers: {},
    compactAtTokens: null,
    agents: {},
  };
}
