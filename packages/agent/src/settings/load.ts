import type { JsonObject } from "hookline";
import type { PermissionMode } from "../session/facts.ts";
import { isOfProject, type SettingsPlace, type SettingsRoots, settingsPlaces } from "./places.ts";
import { readSettings } from "./read-file.ts";
import type { AgentSettings, SettingsFile, WrittenRule } from "./settings-file.ts";

/** All settings files that are there, the stronger one later, and what is wrong in them. */
export interface LoadedSettings {
  readonly files: readonly SettingsFile[];
  readonly problems: readonly string[];
  /** The managed file is there and cannot be read: the agent must not start without what it forbids. */
  readonly mustFail: boolean;
}

/** An MCP server that settings name. */
export interface SettingsServer {
  readonly name: string;
  readonly config: JsonObject;
  readonly place: SettingsPlace;
}

/** What holds for a session: all files together, but for what is not trusted. */
export interface Settings {
  readonly rules: readonly WrittenRule[];
  readonly defaultMode: PermissionMode | null;
  readonly additionalDirectories: readonly string[];
  readonly model: string | null;
  readonly mcpServers: readonly SettingsServer[];
  readonly compactAtTokens: number | null;
  readonly agents: { readonly [name: string]: AgentSettings };
}

/** Reads every settings file; never throws for what somebody wrote. */
export function loadSettings(roots: SettingsRoots): LoadedSettings {
  const read = settingsPlaces(roots).map(readSettings);
  const files = read.filter((file) => file !== null);
  return {
    files,
    problems: files.flatMap(({ problems }) => problems),
    mustFail: files.some(({ place, broken }) => broken && place.layer === "managed"),
  };
}

/** Puts the files together; of a project file that is not among the trusted paths only deny and ask rules count, and when to compact. */
export function settingsFrom(files: readonly SettingsFile[], trusted: ReadonlySet<string>): Settings {
  const isTrusted = ({ place }: SettingsFile) => !isOfProject(place) || trusted.has(place.path);
  const open = files.filter(isTrusted);
  const servers = open.flatMap(({ mcpServers, place }) =>
    Object.entries(mcpServers).map(([name, config]): [string, SettingsServer] => [
      name,
      { name, config, place },
    ]),
  );
  return {
    rules: files.flatMap((file) =>
      file.rules.filter(({ behavior }) => behavior !== "allow" || isTrusted(file)),
    ),
    defaultMode: last(open, ({ defaultMode }) => defaultMode),
    additionalDirectories: [...new Set(open.flatMap(({ additionalDirectories }) => additionalDirectories))],
    model: last(open, ({ model }) => model),
    mcpServers: [...new Map(servers).values()],
    compactAtTokens: last(files, ({ compactAtTokens }) => compactAtTokens),
    agents: Object.assign({}, ...open.map(({ agents }) => agents)),
  };
}

function last<T>(files: readonly SettingsFile[], of: (file: SettingsFile) => T | null): T | null {
  return files.map(of).findLast((value) => value !== null) ?? null;
}
