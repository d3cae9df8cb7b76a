import { join } from "node:path";
import { loadServers, readServers, type ServerEntry } from "../mcp/config.ts";
import type { AgentOptions } from "../options.ts";
import type { SessionFacts } from "../session/facts.ts";
import { loadSettings, type Settings, settingsFrom } from "../settings/load.ts";
import { isOfProject, type SettingsLayer } from "../settings/places.ts";
import { readSettings } from "../settings/read-file.ts";
import type { SettingsFile, WrittenRule } from "../settings/settings-file.ts";
import { trustOfSettings } from "../settings/trust.ts";
import type { Person } from "../show/person.ts";
import type { Show } from "../show/show.ts";
import type { Env } from "./host.ts";
import { StartRefused } from "./start-refused.ts";

/** What settings are read with. */
export interface SettingsParts {
  readonly options: AgentOptions;
  readonly env: Env;
  readonly home: string;
  readonly systemRoot: string;
  readonly facts: Pick<SessionFacts, "projectDir">;
  readonly stateFolder: string;
  readonly person: Person;
  readonly show: Show;
  readonly signal: AbortSignal;
}

/** The settings of a session and the MCP servers that it may start. */
export interface OpenSettings {
  readonly settings: Settings;
  readonly servers: readonly ServerEntry[];
}

/** Reads the settings and `.mcp.json`; of what the project's files open only what the person approved counts. */
export async function openSettings(parts: SettingsParts): Promise<OpenSettings> {
  const { options, env, home, systemRoot, facts, show } = parts;
  const { projectDir } = facts;
  const loaded = loadSettings({ projectDir, home, env, systemRoot });
  const ofProject = readSettings({ path: join(projectDir, ".mcp.json"), layer: "team", shown: ".mcp.json" });
  const files = [...loaded.files, ...(ofProject ? [ofProject] : [])];
  for (const problem of files.flatMap(({ problems }) => problems)) show.notice("warn", problem);
  if (loaded.mustFail)
    throw new StartRefused("the managed settings cannot be read: ask whoever manages this machine");
  const trusted = await trustOfSettings({ ...parts, files, projectDir, trustAll: options.trust });
  const settings = settingsFrom(files, trusted);
  const open = files.filter(({ place }) => !isOfProject(place) || trusted.has(place.path));
  const named = options.mcpConfig.map((file) => ({ file, source: "dynamic", env, named: true }));
  // Not read again: what starts is what was shown and approved.
  const written = open
    .filter(hasServers)
    .map(({ place, source }) => readServers(source, { file: place.path, source: sources[place.layer], env }));
  const servers = [...named.map(loadServers), ...written];
  const wrong = servers.slice(0, named.length).flatMap(({ problems }) => problems);
  const worst = wrong.find(({ level }) => level === "error");
  if (worst) throw new StartRefused(`${worst.where}: ${worst.text} (from --mcp-config)`);
  for (const { level, where, text } of servers.flatMap(({ problems }) => problems))
    show.notice(level, `${where}: ${text}`);
  return {
    settings: { ...settings, rules: [...settings.rules, ...optionRules(options, projectDir)] },
    servers: servers.flatMap((list) => list.servers),
  };
}

const sources: { readonly [layer in SettingsLayer]: string } = {
  user: "user",
  team: "project",
  local: "local",
  managed: "managed",
};

function hasServers({ mcpServers }: SettingsFile): boolean {
  return Object.keys(mcpServers).length > 0;
}

function optionRules({ allow, deny }: AgentOptions, sourceDir: string): readonly WrittenRule[] {
  const written = (behavior: "allow" | "deny") => (text: string) => ({
    behavior,
    text,
    source: `--${behavior}`,
    sourceDir,
  });
  return [...allow.map(written("allow")), ...deny.map(written("deny"))];
}
