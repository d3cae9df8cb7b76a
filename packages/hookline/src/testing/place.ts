import { basename, dirname, join, normalize } from "node:path";
import { allDialects, HooklineError } from "../index.ts";
import { type Copied, copyFiles, linkFolder } from "../system/copy-files.ts";
import { makeFolder } from "../system/files.ts";
import { realPath } from "../system/local-files.ts";
import { filesAt, projectFiles, withoutRepository } from "../system/project-files.ts";
import { makeScratchFolder, removeScratchFolder } from "../system/scratch-folder.ts";
import type { TestFile } from "./case.ts";
import { copyProblem } from "./write-files.ts";

/** Variables as a process has them. */
export type Environment = { readonly [name: string]: string | undefined };

/** A copy of a project with a home, a state folder and a machine of its own. */
export interface Place {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  /** The folder of stand-ins for programs, which is first on PATH. */
  readonly programs: string;
  /** The root of a machine without managed hook files. */
  readonly system: string;
  readonly copied: Copied;
  remove(): void;
}

/** Which files of a project a copy gets. */
export interface CopyPlan {
  readonly projectDir: string;
  /** Relative to the project. */
  readonly paths: readonly string[];
}

const folderOfHooks = ".hookline";

/** More files than this are not copied for each case. */
const mostFiles = 20_000;

/** Works out which files a case needs: those that its file names, or all that people keep; hook files and what they name always. */
export function planCopy(projectDir: string, copy: TestFile["copy"], always: readonly string[]): CopyPlan {
  const kept = copy === undefined ? projectFiles(projectDir) : [];
  // What leads out of the project would be written out of the copy as well.
  const inside = (copy || []).filter((path) => copyProblem(projectDir, path) === null);
  const named = inside.flatMap((path) => filesAt(projectDir, normalize(path).replace(/\/$/, "")));
  const paths = new Set([...kept, ...named, ...filesAt(projectDir, folderOfHooks), ...always]);
  if (paths.size > mostFiles) {
    const todo = 'write "copy": ["src"] with what your hooks need into the file of cases, or "copy": false';
    throw new HooklineError(
      "invalid-option",
      `${projectDir} holds ${paths.size} files, too many to copy for each case; ${todo}`,
    );
  }
  return { projectDir, paths: [...paths] };
}

/** Makes such a copy below a folder; the project keeps its name, and lies in the home as projects do. */
export function makePlace(plan: CopyPlan, parent: string): Place {
  const root = realPath(makeScratchFolder(parent));
  const home = join(root, "home");
  const project = join(home, basename(plan.projectDir) || "project");
  const programs = join(root, "programs");
  const system = join(root, "system");
  for (const folder of [project, programs, system]) makeFolder(folder);
  // The machine's own programs are there; its managed hook files are not.
  for (const name of ["bin", "usr"]) linkFolder(`/${name}`, join(system, name));
  const copied = copyFiles(plan.projectDir, project, plan.paths);
  for (const folder of new Set(["", ...plan.paths.map((path) => parentOf(path))])) {
    linkFolder(join(plan.projectDir, folder, "node_modules"), join(project, folder, "node_modules"));
  }
  return { root, project, home, programs, system, copied, remove: () => removeScratchFolder(root) };
}

function parentOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

/** Variables that move or switch off hook files: a test must not depend on who runs it. */
const moving: ReadonlySet<string> = new Set([
  "HOOKLINE_DISABLED",
  ...allDialects.flatMap(({ files, variables }) => [
    ...files.flatMap(({ moved }) => moved ?? []),
    ...(variables.enabled === undefined ? [] : [variables.enabled]),
  ]),
]);

/** The variables for hooks in a place: a home and a state folder of their own, stand-ins first on PATH; with `own` the user's home and files. */
export function placeEnvironment(place: Place, env: Environment, state: string, own: boolean): Environment {
  const PATH = [place.programs, env.PATH ?? ""].filter((part) => part !== "").join(":");
  // No repository around the copy is its own: a hook that commits must not find one.
  const git = { GIT_CEILING_DIRECTORIES: place.root };
  // Scripts that look for a program elsewhere first, as in node_modules/.bin, find its stand-in by this.
  const HOOKLINE_STUBS = place.programs;
  const base = { ...withoutRepository(env), ...git, PATH, HOOKLINE_STUBS, XDG_STATE_HOME: state };
  if (own) return base;
  const kept = Object.entries(base).filter(([name]) => !moving.has(name) && !/^XDG_.*_HOME$/.test(name));
  return { ...Object.fromEntries(kept), HOME: place.home, XDG_STATE_HOME: state };
}
