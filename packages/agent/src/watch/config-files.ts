import { isAbsolute, join } from "node:path";
import type { Dialect } from "hookline";
import type { ConfigFile, ConfigSource } from "./config.ts";

type Place = Dialect["files"][number];

const sources: { readonly [layer in Place["layer"]]: ConfigSource } = {
  user: "user_settings",
  team: "project_settings",
  local: "local_settings",
  managed: "policy_settings",
};

/** Where the hook files of these dialects may be, for `watchConfig`; for a place with a `*`, the folder in front of it. */
export function configFiles(
  dialects: readonly Dialect[],
  roots: {
    readonly projectDir: string;
    readonly home: string;
    /** The root under which managed files lie. */
    readonly systemRoot: string;
    readonly env: { readonly [name: string]: string | undefined };
  },
): readonly ConfigFile[] {
  const { XDG_CONFIG_HOME: config } = roots.env;
  const bases: { readonly [base in Place["base"]]: string } = {
    project: roots.projectDir,
    home: roots.home,
    system: roots.systemRoot,
    config: config && isAbsolute(config) ? config : join(roots.home, ".config"),
  };
  const found = new Map<string, ConfigFile>();
  for (const place of dialects.flatMap(({ files }) => files)) {
    const { path, moved } = whole(place);
    const source = place.of === "skill" ? "skills" : sources[place.layer];
    const instead = moved === undefined ? undefined : roots.env[moved];
    const file =
      instead && isAbsolute(instead)
        ? join(instead, path.slice(path.indexOf("/") + 1))
        : join(bases[place.base], path);
    if (!found.has(file)) found.set(file, { path: file, source });
  }
  return [...found.values()];
}

/** A place without the part that begins with a `*`. */
function whole(place: Place): { readonly path: string; readonly moved: string | undefined } {
  const segments = place.path.split("/");
  const star = segments.findIndex((segment) => segment.includes("*"));
  return { path: star > 0 ? segments.slice(0, star).join("/") : place.path, moved: place.moved };
}
