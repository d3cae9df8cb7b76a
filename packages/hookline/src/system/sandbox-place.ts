import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isFolder } from "./folders.ts";
import { realPath } from "./local-files.ts";
import { realTarget } from "./real-target.ts";
import { privateFolder } from "./state-folder.ts";

/** What of the machine a sandbox shows, and how; all paths with their links followed. */
export interface SandboxPlace {
  readonly cwd: string;
  /** Empty and of its own. */
  readonly emptied: readonly string[];
  /** Shown in spite of that: from where, to where. */
  readonly readable: readonly (readonly [from: string, to: string])[];
  readonly writable: readonly string[];
  /** Empty although it lies in something writable: folders of keys and sockets. */
  readonly covered: readonly string[];
  /** Writable folders that cannot be moved out of the way, because of what lies in them. */
  readonly pinned: readonly string[];
  /** Read-only although it lies in something writable: the hook files. */
  readonly guarded: readonly string[];
  /** The state folder: trust, keys, audit. */
  readonly hidden: string;
  /** Files of the state folder that the hook was given to write to. */
  readonly offered: readonly string[];
  /** The folder for temporary files is another one inside. */
  readonly movesTmp: boolean;
}

/** Where a hook runs, and what it may write. */
export interface SandboxRequest {
  readonly write: readonly string[];
  readonly projectDir: string;
  readonly cwd: string;
  readonly home: string;
  readonly stateFolder: string;
  /** Where hook files lie, or would. */
  readonly ownPaths: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** Where services of the user keep their sockets; empty if that is not known. */
  readonly runtimeFolder: string;
}

/** Folders for what is temporary, and for the sockets of services that obey whoever reaches them. */
const emptied = ["/tmp", "/var/tmp", "/run"];
/** Folders of the home with keys, and with sockets of services that obey whoever reaches them. */
const ownKeys = [".ssh", ".gnupg", ".docker/run"];
/** What programs and names are found by on some systems. */
const kept = [
  "/run/current-system",
  "/run/systemd/resolve",
  "/run/resolvconf",
  "/run/NetworkManager/resolv.conf",
];
const machine = ["/proc", "/dev", "/sys"];

/** Looks at the machine for one run in a sandbox; makes the folders that the hook may write to; a sentence if that must not be. */
export function sandboxPlace(request: SandboxRequest): SandboxPlace | { readonly problem: string } {
  const { projectDir, cwd, env } = request;
  const hidden = realPath(privateFolder(request.stateFolder));
  const writable: string[] = [];
  for (const written of request.write) {
    const path = writablePath(written, request, hidden);
    if (typeof path !== "string") return path;
    if (!writable.includes(path)) writable.push(path);
  }
  const guarded = guardedPaths(request, writable);
  if (!Array.isArray(guarded)) return guarded;
  const keys = keyFolders(request);
  const empty = [...new Set([...emptied.filter(isFolder).map(realPath), ...keys])];
  const covered = keys.filter(
    (path) => !writable.includes(path) && writable.some((folder) => within(folder, path)),
  );
  const shown = [projectDir, cwd].flatMap(
    (path) =>
      [
        [realPath(path), path],
        [realPath(path), realPath(path)],
      ] as const,
  );
  const inEmpty = ([, to]: readonly [string, string]) => empty.some((folder) => within(folder, to));
  const readable = [
    ...kept.filter((path) => existsSync(path)).map((path) => [path, path] as const),
    ...shown.filter(inEmpty),
  ];
  return {
    cwd: realPath(cwd),
    emptied: empty,
    readable: [...new Map(readable.map((pair) => [pair.join("\0"), pair])).values()],
    writable: writable.sort((one, other) => one.length - other.length),
    covered,
    pinned: pinnedFolders([...guarded, hidden, ...covered], writable),
    guarded,
    hidden,
    offered: Object.values(env).filter((path) => isOffered(path, request.stateFolder) && existsSync(path)),
    movesTmp: env.TMPDIR !== undefined && env.TMPDIR !== "",
  };
}

/** The folders of keys and sockets that there are; not one that holds the whole home, or the project would go with it. */
function keyFolders({ home, projectDir, cwd, runtimeFolder }: SandboxRequest): readonly string[] {
  const named = [
    ...ownKeys.map((name) => join(home, name)),
    ...(isAbsolute(runtimeFolder) ? [runtimeFolder] : []),
  ];
  const needed = [home, projectDir, cwd].map(realPath);
  return named
    .filter(isFolder)
    .map(realPath)
    .filter((folder) => !needed.some((path) => within(folder, path)));
}

/** True if a path is that folder or lies in it. */
function within(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

/** A path that may be written to: what is written as a part of the project must not lead out of it. */
function writablePath(
  written: string,
  { projectDir, home }: SandboxRequest,
  hidden: string,
): string | { readonly problem: string } {
  const own = written === "~" || written.startsWith("~/");
  const path = own ? join(home, written.slice(1)) : resolve(projectDir, written);
  const real = realTarget(path);
  const refuse = (why: string) => ({ problem: `"sandbox.write" names ${written}, ${why}` });
  if (!own && !isAbsolute(written) && !within(realPath(projectDir), real))
    return refuse(`which leads out of the project, to ${real}`);
  if (real === "/" || machine.some((folder) => within(folder, real)))
    return refuse("which cannot be made writable in a sandbox");
  if (within(hidden, real)) return refuse("where Hookline keeps its own files");
  try {
    if (!existsSync(real)) mkdirSync(real, { recursive: true });
    // What was made may have been put behind a link in the meantime.
    return realpathSync(real) === real ? real : refuse("which is changing at this moment");
  } catch (error) {
    return refuse(
      `which does not exist and cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * The hook files inside of what is writable. One of the project that does not exist yet is left to trust, which asks about it; one
 * that nobody would ask about is guarded by the folder that it would lie in.
 */
function guardedPaths(
  { ownPaths, projectDir, stateFolder }: SandboxRequest,
  writable: readonly string[],
): string[] | { readonly problem: string } {
  const guarded = new Set<string>();
  for (const path of ownPaths) {
    const real = realTarget(path);
    const open = writable.find((folder) => within(folder, real));
    if (open === undefined || path === stateFolder) continue;
    const inProject = within(realPath(projectDir), real);
    let there = real;
    while (!existsSync(there)) there = dirname(there);
    if (there === real) guarded.add(real);
    else if (inProject) continue;
    else if (there !== open && within(open, there)) guarded.add(there);
    else
      return {
        problem: `"sandbox.write" names ${open}, in which the hook could make ${path}: name a folder further inside`,
      };
  }
  return [...guarded];
}

/** The folders between something writable and what is guarded in it, from the outside in. */
function pinnedFolders(guarded: readonly string[], writable: readonly string[]): readonly string[] {
  const pinned = new Set<string>();
  for (const path of guarded) {
    for (const open of writable.filter((folder) => within(folder, path))) {
      for (let folder = dirname(path); folder !== open && within(open, folder); folder = dirname(folder))
        pinned.add(folder);
    }
  }
  return [...pinned].sort((one, other) => one.length - other.length);
}

/** The file in which a hook leaves variables for later commands. */
function isOffered(path: string, stateFolder: string): boolean {
  return dirname(path) === join(stateFolder, "sessions") && /\.(?:lasting|passing)\.sh$/.test(path);
}
