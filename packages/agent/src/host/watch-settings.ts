import { allDialects, type LoadedFile } from "hookline";
import { settingsPlaces } from "../settings/places.ts";
import { type ConfigFile, type ConfigWatch, watchConfig } from "../watch/config.ts";
import { configFiles } from "../watch/config-files.ts";
import type { Host } from "./host.ts";
import { openSettings, type SettingsParts } from "./open-settings.ts";

const sources: { readonly [layer in LoadedFile["layer"]]: ConfigFile["source"] } = {
  user: "user_settings",
  team: "project_settings",
  local: "local_settings",
  managed: "policy_settings",
  code: "policy_settings",
};

/** Watches hook files and settings: a change is told as ConfigChange, and holds unless a hook refuses it. */
export function watchSettings(host: () => Host, parts: SettingsParts): ConfigWatch {
  const { env, home, systemRoot, facts, show } = parts;
  const { engine, tell } = host();
  const known = configFiles(allDialects, { projectDir: facts.projectDir, home, systemRoot, env });
  const own = settingsPlaces({ projectDir: facts.projectDir, home, systemRoot, env });
  const loaded = [...engine.files, ...own].map(({ path, layer }) => ({ path, source: sources[layer] }));
  const files = [...known, ...loaded.filter(({ path }) => !known.some((file) => file.path === path))];
  return watchConfig({
    files,
    tell,
    show,
    async apply() {
      const now = host();
      await now.engine.reload();
      now.fileWatch.refresh();
      // Nobody is asked in the middle of a turn: what a changed file opens waits for the next start.
      const { settings } = await openSettings({
        ...parts,
        person: { ...parts.person, present: false, ask: async () => null },
      });
      now.settings = settings;
      now.permission.replaceRules(settings.rules);
      for (const { file, line, column, message } of now.engine.diagnostics)
        show.notice("warn", `${file}:${line}:${column}: ${message}`);
    },
  });
}
