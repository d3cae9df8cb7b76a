import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";

/** Whose a settings file is. Files of a project (`team`, `local`) may make the agent stricter; to open anything they need trust. */
export type SettingsLayer = "user" | "team" | "local" | "managed";

/** Where a settings file may be. */
export interface SettingsPlace {
  readonly path: string;
  readonly layer: SettingsLayer;
  /** The path as people read it. */
  readonly shown: string;
}

/** The folders that settings are looked for in. */
export interface SettingsRoots {
  readonly projectDir: string;
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** `/`, but for tests and images of machines. */
  readonly systemRoot: string;
}

/** The four places of settings, the later one stronger: user, team, local, managed. */
export function settingsPlaces({
  projectDir,
  home,
  env,
  systemRoot,
}: SettingsRoots): readonly SettingsPlace[] {
  const { XDG_CONFIG_HOME: config } = env;
  const user = join(config && isAbsolute(config) ? config : join(home, ".config"), "hookline", "agent.json");
  const project = (name: string) => join(projectDir, ".hookline", name);
  const managed = join(systemRoot, "etc", "hookline", "agent.json");
  return [
    // A file inside the project is the project's, whatever a variable says.
    { path: user, layer: liesIn(user, projectDir, home) ? "team" : "user", shown: shownPath(user, home) },
    { path: project("agent.json"), layer: "team", shown: join(".hookline", "agent.json") },
    { path: project("agent.local.json"), layer: "local", shown: join(".hookline", "agent.local.json") },
    { path: managed, layer: "managed", shown: managed },
  ];
}

/** True for the files that come with a project, and so from whoever wrote it. */
export function isOfProject({ layer }: Pick<SettingsPlace, "layer">): boolean {
  return layer === "team" || layer === "local";
}

function shownPath(path: string, home: string): string {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** Home is nobody's project. */
function liesIn(path: string, projectDir: string, home: string): boolean {
  const project = real(projectDir);
  if (project === real(home)) return false;
  const way = relative(project, real(path));
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
