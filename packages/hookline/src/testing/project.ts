import { dirname, join, relative, sep } from "node:path";
import {
  createEngine,
  type Diagnostic,
  type Engine,
  type EngineOptions,
  type Hook,
  HooklineError,
} from "../index.ts";
import { isThere, realPath } from "../system/local-files.ts";
import { makeScratchFolder, removeLeftScratch, removeScratchFolder } from "../system/scratch-folder.ts";
import type { HookCase, TestFile } from "./case.ts";
import { type CopyPlan, type Environment, makePlace, type Place, planCopy } from "./place.ts";

/** What a caller may choose about the tests of a project. */
export interface ProjectOptions {
  /** Where the project is looked for from; the process's folder by default. */
  readonly cwd?: string | undefined;
  readonly env?: Environment | undefined;
  /** Hooks run if they are approved (default), or always. */
  readonly trust?: "store" | "all" | undefined;
  /** Also the user's and the managed hook files, with the user's own home. */
  readonly allFiles?: boolean | undefined;
  /** For cases with `real`: who asks a model, an agent or an MCP tool. */
  readonly services?: Pick<EngineOptions, "model" | "agent" | "mcp"> | undefined;
}

/** A project whose hooks are tested. */
export interface Project {
  readonly projectDir: string;
  /** The project itself: nothing is fired in it. */
  readonly engine: Engine;
  readonly env: Environment;
  readonly trustsAll: boolean;
  readonly allFiles: boolean;
  readonly services: Pick<EngineOptions, "model" | "agent" | "mcp">;
  /** Where copies are made. */
  readonly scratchFolder: string;
  /** What is wrong in the hook files that count here. */
  readonly diagnostics: readonly Diagnostic[];
  /** True for a hook of a copy that stands, approved, at the same place of the project. */
  approves(hook: Hook): boolean;
  planFor(copy: TestFile["copy"]): CopyPlan;
  /** A copy in which nothing is ever written. */
  sharedPlace(copy: TestFile["copy"]): Place;
  /** A state folder of its own. */
  newState(): { readonly path: string; remove(): void };
  close(): Promise<void>;
}

/** Opens a project for tests: reads its hook files, and works out what copies of it hold. */
export async function openProject(options: ProjectOptions = {}): Promise<Project> {
  const {
    cwd = process.cwd(),
    env = process.env,
    trust = "store",
    allFiles = false,
    services = {},
  } = options;
  const engine = await createEngine({ cwd, env, trust, ship: false });
  const { projectDir } = engine;
  // Not where the system keeps temporary things: rules say other things about what lies there.
  const scratchFolder = join(engine.stateFolder, "cache", "tests");
  removeLeftScratch(scratchFolder);
  const plans = new Map<string, CopyPlan>();
  const shared = new Map<string, Place>();
  const planFor = (copy: TestFile["copy"]): CopyPlan => {
    const key = JSON.stringify(copy ?? null);
    const plan =
      plans.get(key) ?? withoutState(planCopy(projectDir, copy, namedByHooks(engine)), engine.stateFolder);
    plans.set(key, plan);
    return plan;
  };
  return {
    projectDir,
    engine,
    env,
    trustsAll: trust === "all",
    allFiles,
    services,
    scratchFolder,
    diagnostics: engine.diagnostics.filter(({ file }) => allFiles || !/^[~/]/.test(file)),
    approves({ id, source: { text } }) {
      const own = engine.hooks.find((hook) => hook.id === id && hook.source.text === text);
      return own !== undefined && engine.distrust(own) === null;
    },
    planFor,
    sharedPlace(copy) {
      const key = JSON.stringify(copy ?? null);
      const place = shared.get(key) ?? makePlace(planFor(copy), scratchFolder);
      shared.set(key, place);
      return place;
    },
    newState() {
      const path = makeScratchFolder(scratchFolder);
      return { path, remove: () => removeScratchFolder(path) };
    },
    async close() {
      for (const place of shared.values()) place.remove();
      await engine.close();
    },
  };
}

/** Who works right in the home has the state folder in the project: copies must not hold copies. */
function withoutState(plan: CopyPlan, stateFolder: string): CopyPlan {
  const paths = plan.paths.filter((path) => !join(plan.projectDir, path).startsWith(stateFolder + sep));
  return { ...plan, paths };
}

/** The project's hook files, and the files of the project that its hooks name: no copy is without them. */
function namedByHooks(engine: Engine): readonly string[] {
  const files = engine.files.filter(({ path }) => isThere(path)).map(({ path }) => path);
  const covered = engine.hooks.flatMap((hook) => engine.covers(hook));
  const roots = [engine.projectDir, realPath(engine.projectDir)];
  return [...files, ...covered].flatMap((path) => {
    const root = roots.find((one) => path.startsWith(one + sep));
    // What is linked is there already.
    return root === undefined || path.includes(`${sep}node_modules${sep}`) ? [] : [relative(root, path)];
  });
}

/** The folder of the project that a case belongs to. */
export function projectOf(one: Pick<HookCase, "path">): string {
  const folder = dirname(dirname(dirname(one.path)));
  if (!isThere(one.path)) throw new HooklineError("invalid-option", `${one.path}: there is no such file`);
  return folder;
}
