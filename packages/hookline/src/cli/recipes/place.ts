import { dirname, join, relative } from "node:path";
import type { Engine } from "../../index.ts";
import { isThere } from "../../system/local-files.ts";

/** The three hook files that are ours to write. */
export type Layer = "team" | "local" | "user";

/** Where a recipe goes: the hook file, the folder beside it, and how its files are called. */
export interface Place {
  readonly layer: Layer;
  readonly projectDir: string;
  readonly folder: string;
  readonly hookFile: string;
  /** The list of what was written. */
  readonly record: string;
  /** The path of a script, and how an entry names it, which starts in the project's folder. */
  script(id: string): { readonly path: string; readonly named: string };
  /** The path of a file with cases; null where no tests are kept. */
  cases(id: string): string | null;
  /** A path as people read it. */
  shown(path: string): string;
}

/** The place of a layer; what is only for oneself has names that are kept out of version control. */
export function placeOf({ projectDir, files }: Pick<Engine, "projectDir" | "files">, layer: Layer): Place {
  const own = files.find((file) => file.dialect === "native" && fits(file.path, layer, projectDir));
  const hookFile =
    own?.path ?? join(projectDir, ".hookline", layer === "local" ? "hooks.local.json" : "hooks.json");
  const folder = dirname(hookFile);
  const shown = (path: string) => {
    const way = relative(projectDir, path);
    return way.startsWith("..") ? path : way;
  };
  return {
    layer,
    projectDir,
    folder,
    hookFile,
    record: join(folder, layer === "local" ? "recipes.local.json" : "recipes.json"),
    script(id) {
      const path = join(folder, layer === "local" ? "local" : "", `${id}.mjs`);
      return { path, named: layer === "user" ? path : shown(path) };
    },
    cases: (id) =>
      layer === "user" ? null : join(folder, "tests", layer === "local" ? `${id}.local.json` : `${id}.json`),
    shown,
  };
}

function fits(path: string, layer: Layer, projectDir: string): boolean {
  const inProject = path.startsWith(join(projectDir, ".hookline/"));
  if (layer === "user")
    return !inProject && path.endsWith("/hookline/hooks.json") && !path.startsWith("/etc/");
  return inProject && path.endsWith(layer === "local" ? "/hooks.local.json" : "/hooks.json");
}

/** The words for `$schema` in a file, relative to it; null where the package is not installed beside the project. */
export function schemaFor(place: Place, file: string, name: string): string | null {
  for (let folder = place.projectDir; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules/hookline/dist/schema", name);
    if (isThere(path)) return relative(dirname(file), path);
    if (dirname(folder) === folder) return null;
  }
}
