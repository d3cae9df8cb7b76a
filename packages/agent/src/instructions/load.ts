import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { SessionFacts } from "../session/facts.ts";
import type { Tell } from "../session/tell.ts";
import type { Show } from "../show/show.ts";
import { type InstructionFile, type LoadReason, loadedPayload, type Origin, textOf } from "./file.ts";
import { includesOf } from "./includes.ts";
import { folderPlaces, foldersBetween, repositoryOf, userPlaces } from "./places.ts";
import { limits, readInstructions, realFile } from "./read.ts";

/** What loading needs. */
export interface InstructionsOptions {
  readonly facts: Pick<SessionFacts, "projectDir" | "cwd">;
  readonly tell: Tell;
  readonly show: Pick<Show, "notice">;
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/** The instructions of a session. */
export interface Instructions {
  /** For the system prompt: the files of the user and of the project, but not those of subfolders. */
  readonly text: string;
  /** Everything that is loaded now, in the order in which it was. */
  readonly files: readonly InstructionFile[];
  /** What the folders between the project and a file that a tool used have to say, once; empty if nothing new. */
  nested(path: string): Promise<string>;
  /** Reads everything again, after the model has lost it; subfolders are new again. */
  reload(reason: Extract<LoadReason, "compact" | "session_start">): Promise<void>;
}

const maxDepth = 5;

/** Loads AGENTS.md and CLAUDE.md of the user and of the project with what they include, and fires InstructionsLoaded for each file. */
export async function loadInstructions(options: InstructionsOptions): Promise<Instructions> {
  const { facts, tell, show, home, env } = options;
  const bounds = { home, root: repositoryOf(facts.projectDir, home), project: facts.projectDir };
  let loaded: InstructionFile[] = [];
  let visited = new Set<string>();
  let text = "";

  /** Loads one file and what it includes; reads without waiting, so that calls at the same time do not load it twice. */
  const load = (path: string, origin: Origin, depth = 0): readonly InstructionFile[] => {
    const real = realFile(path);
    if (real === null || loaded.some((file) => file.real === real)) return [];
    const room = limits.all - loaded.reduce((sum, file) => sum + file.text.length, 0);
    const name = origin.parent === undefined ? path : `${path} (included by ${origin.parent})`;
    if (room <= 0) {
      show.notice(
        "warn",
        `${name} is left out: the instructions are longer than ${limits.all} characters together`,
      );
      return [];
    }
    const reading = readInstructions(path, origin, bounds, room);
    if (reading.kind === "left") show.notice("warn", `${name} is left out: ${reading.why}`);
    if (reading.kind !== "file") return [];
    for (const note of reading.notes) show.notice("warn", `${name}: ${note}`);
    loaded.push(reading.file);
    return [reading.file, ...included(reading.file, origin, depth)];
  };

  const included = (file: InstructionFile, origin: Origin, depth: number): readonly InstructionFile[] =>
    includesOf(file.text, file.real, home).flatMap(({ path, alone }) => {
      const real = realFile(path);
      if (loaded.some((other) => other.real === real)) return [];
      if (real === null) {
        if (alone) show.notice("warn", `${file.path} includes ${path}, and there is no such file`);
        return [];
      }
      if (depth >= maxDepth) {
        show.notice("warn", `${path} is left out: files include each other more than ${maxDepth} deep`);
        return [];
      }
      const loadReason = origin.loadReason === "compact" ? "compact" : "include";
      return load(path, { ...origin, loadReason, parent: file.path }, depth + 1);
    });

  const announce = async (files: readonly InstructionFile[]): Promise<void> => {
    await Promise.all(files.map((file) => tell("InstructionsLoaded", loadedPayload(file))));
  };

  const loadSession = async (loadReason: LoadReason): Promise<void> => {
    loaded = [];
    visited = new Set(foldersBetween(bounds.root, facts.projectDir));
    const places = [...userPlaces(home, env), ...[...visited].flatMap(folderPlaces)];
    const files = places.flatMap(({ path, memoryType }) => load(path, { memoryType, loadReason }));
    text = textOf(files);
    await announce(files);
  };

  await loadSession("session_start");
  return {
    get text() {
      return text;
    },
    get files() {
      return [...loaded];
    },
    async nested(path) {
      const trigger = resolve(facts.cwd, path);
      const folders = foldersBetween(facts.projectDir, withinProject(dirname(trigger), facts.projectDir));
      const files = folders.flatMap((folder) => {
        if (visited.has(folder) || isForeign(folder.slice(facts.projectDir.length))) return [];
        visited.add(folder);
        return folderPlaces(folder).flatMap(({ path: file, memoryType }) =>
          load(file, { memoryType, loadReason: "nested_traversal", trigger }),
        );
      });
      await announce(files);
      return textOf(files);
    },
    reload: loadSession,
  };
}

/** Packages of others have nothing to say to the agent. */
function isForeign(way: string): boolean {
  return way.split(sep).some((name) => name === "node_modules" || name === ".git");
}

/** The same folder as a path below the project, where the two are written with different links. */
function withinProject(folder: string, projectDir: string): string {
  if (foldersBetween(projectDir, folder).length > 0) return folder;
  try {
    const [real, base] = [realpathSync(folder), realpathSync(projectDir)];
    return foldersBetween(base, real).length > 0 ? projectDir + real.slice(base.length) : folder;
  } catch {
    return folder;
  }
}
