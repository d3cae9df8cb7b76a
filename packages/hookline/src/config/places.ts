import { isAbsolute, join, relative, sep } from "node:path";
import type { Dialect } from "../contract/dialect.ts";
import type { FilePlace } from "../contract/file-place.ts";
import type { Layer } from "../contract/hook.ts";
import { native } from "../dialects/native.ts";
import { namesIn } from "../system/folders.ts";
import { isThere, realPath } from "../system/local-files.ts";

/** The folders that hook files are looked for in, and the environment that may move one of them. */
export interface Roots {
  readonly projectDir: string;
  readonly home: string;
  /** `/`, but for tests and images of machines. */
  readonly systemRoot: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/** A path where a hook file may be, whose it is, and the one dialect that reads it. */
export interface HookFilePlace extends Pick<FilePlace, "format" | "of" | "events" | "timeoutUnitMs"> {
  readonly path: string;
  readonly layer: Layer;
  readonly dialect: Dialect;
  /** What the `*` of its place stands for. */
  readonly label?: string;
  /** The plugin that it is of. */
  readonly plugin?: Plugin;
  /** The root of the machine whose file it is. */
  readonly machine?: string;
}

/** An installed plugin that is switched on. */
export interface Plugin {
  readonly id: string;
  /** Variables that its hooks get beside those of every hook. */
  readonly env: { readonly [name: string]: string };
}

const layers: readonly FilePlace["layer"][] = ["user", "team", "local", "managed"];

/** Every path where a hook file may be, in configuration order, but for those whose owner (`left`) or whose agent (`leaving`) reads them elsewhere; the managed file is among them whatever dialects are chosen. */
export function hookFiles(
  dialects: readonly Dialect[],
  roots: Roots,
  left: readonly string[] = [],
  leaving: readonly Dialect[] = [],
): readonly HookFilePlace[] {
  const found = new Map<string, HookFilePlace>();
  // An agent that also reads another's files runs the hooks of those itself.
  const theirs = new Set(leaving.flatMap(({ files }) => files.map((place) => pathOf(place, roots))));
  const chosen = new Set([...dialects.map((dialect) => dialect.name), ...left]);
  const add = (dialect: Dialect, place: FilePlace) => {
    const pattern = pathOf(place, roots);
    if (pattern === null) return;
    const { layer, format, of, events, timeoutUnitMs } = place;
    const more = {
      dialect,
      ...(format && { format }),
      ...(of && { of }),
      ...(events && { events }),
      ...(timeoutUnitMs && { timeoutUnitMs }),
      ...(layer === "managed" && { machine: roots.systemRoot }),
    };
    for (const { path, label } of fitting(pattern, place.path.includes("*"))) {
      if (found.has(path)) continue;
      found.set(path, { path, layer: layerOf(layer, path, roots), ...more, ...(label && { label }) });
    }
  };
  if (left.includes(native.name) || !chosen.has(native.name)) {
    for (const place of native.files) if (place.layer === "managed") add(native, place);
  }
  for (const dialect of dialects) {
    if (isSwitchedOff(dialect, roots.env)) continue;
    const inOrder = layers.flatMap((layer) => dialect.files.filter((place) => place.layer === layer));
    for (const place of inOrder) {
      if (!isLeftToOwner(place, dialect, chosen) && !theirs.has(pathOf(place, roots))) add(dialect, place);
    }
  }
  return [...found.values()];
}

/** What a variable says that switches something off. */
export const offWords: ReadonlySet<string> = new Set(["0", "false", "no", "off", "f", "n"]);

/** The dialects whose files are there and are not read because a variable says so, each with the first of them. */
export function switchedOff(
  dialects: readonly Dialect[],
  roots: Roots,
): readonly { readonly dialect: Dialect; readonly path: string; readonly layer: Layer }[] {
  return dialects.flatMap((dialect) => {
    if (!isSwitchedOff(dialect, roots.env)) return [];
    for (const place of dialect.files) {
      const path = pathOf(place, roots);
      if (path !== null && isThere(path)) return [{ dialect, path, layer: place.layer }];
    }
    return [];
  });
}

/** True if the variable that a dialect has for this says that none of its files is read. */
function isSwitchedOff({ variables }: Dialect, env: Roots["env"]): boolean {
  const value = variables.enabled === undefined ? undefined : env[variables.enabled];
  return value !== undefined && offWords.has(value.trim().toLowerCase());
}

/** The paths that fit a path of a place in which one segment may hold a `*`, and what the `*` stands for; a folder above the place may be called so, too. */
export function fitting(
  path: string,
  starred: boolean,
): readonly { readonly path: string; readonly label?: string }[] {
  if (!starred) return [{ path }];
  const segments = path.split(sep);
  const at = segments.findLastIndex((segment) => segment.includes("*"));
  const [before = "", after = ""] = (segments[at] ?? "").split("*");
  const names = namesIn(segments.slice(0, at).join(sep) || sep).filter(
    (name) => name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after),
  );
  return names.map((name) => ({
    path: segments.with(at, name).join(sep),
    label: name.slice(before.length, name.length - after.length),
  }));
}

/** A path as people read it: relative to the project, `~/…` for the user's files, absolute for the machine's. */
export function shownPath(
  { path, layer }: Pick<HookFilePlace, "path" | "layer">,
  { projectDir, home }: Pick<Roots, "projectDir" | "home">,
): string {
  if (layer === "managed") return path;
  if (layer !== "user" && path.startsWith(projectDir + sep)) return path.slice(projectDir.length + 1);
  if (home !== "" && path.startsWith(home + sep)) return `~${path.slice(home.length)}`;
  return layer === "user" ? path : relative(projectDir, path);
}

/** A dialect that also reads another's file (`owner`) leaves it to that one when both are chosen: a file is read once. */
function isLeftToOwner(place: FilePlace, dialect: Dialect, chosen: ReadonlySet<string>): boolean {
  return place.owner !== undefined && place.owner !== dialect.name && chosen.has(place.owner);
}

/** The path of a place, its `*` still in it; null if its base is nowhere: it must not be looked for wherever the agent works. */
export function pathOf({ base, path, moved }: FilePlace, roots: Roots): string | null {
  const instead = moved === undefined ? undefined : roots.env[moved];
  const isMoved = instead !== undefined && isAbsolute(instead);
  const root = isMoved ? instead : rootOf(base, roots);
  const below = isMoved ? path.slice(path.indexOf("/") + 1) : path;
  if (!isAbsolute(root)) return null;
  return root.endsWith(sep) ? root + below : root + sep + below;
}

function rootOf(base: FilePlace["base"], { projectDir, home, systemRoot, env }: Roots): string {
  if (base === "project") return projectDir;
  if (base === "home") return home;
  if (base === "system") return systemRoot;
  const { XDG_CONFIG_HOME: config } = env;
  return config && isAbsolute(config) ? config : join(home, ".config");
}

/** Every file under the project is a project file, also one that a variable has moved there; but home is nobody's project. */
function layerOf(layer: Layer, path: string, { projectDir, home }: Roots): Layer {
  if (layer !== "user") return layer;
  const project = realPath(projectDir);
  return project !== realPath(home) && isInside(project, realPath(path)) ? "team" : layer;
}

/** True if a path lies below a folder. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
