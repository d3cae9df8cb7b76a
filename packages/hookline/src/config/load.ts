import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Hook, Layer, OnFailure } from "../contract/hook.ts";
import { canonicalJson } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import { native } from "../dialects/native.ts";
import type { Catalog } from "../events/catalog.ts";
import { sha256 } from "../system/digest.ts";
import { loadConditions } from "./conditions.ts";
import type { ProcessEnvironment } from "./environment.ts";
import type { JudgeBasis } from "./file-judge.ts";
import { type FileState, readFileState } from "./file-state.ts";
import { type JudgedFile, judgeFile } from "./judge-file.ts";
import { matcherCompiler } from "./matchers.ts";
import { findProject, type HookFilePlace, hookFiles, shownPath } from "./places.ts";
import { sameNames } from "./same-names.ts";
import { hooksInForce, switchOffNotes } from "./switch-off.ts";

/** Where to look for hook files, and what they are judged by. */
export interface LoadRequest {
  readonly cwd: string;
  readonly env: ProcessEnvironment;
  readonly home: string;
  /** `/`, but for tests and images of machines. */
  readonly systemRoot: string;
  readonly catalog: Catalog;
  readonly runners: ReadonlyMap<string, Runner>;
  /** The chosen ones, in register order. */
  readonly dialects: readonly Dialect[];
  /** Told when a matcher took too long and therefore counts as matched. */
  readonly onLimit?: (text: string) => void;
}

/** A file that may hold hooks: not there, in force, not readable with its last good hooks in force, or not readable at all. */
export interface LoadedFile {
  readonly path: string;
  readonly layer: Layer;
  readonly dialect: string;
  readonly state: "absent" | "good" | "kept" | "broken";
}

/** All hooks of all files at one moment; it never changes, a change makes another one. */
export interface Configuration {
  readonly projectDir: string;
  readonly files: readonly LoadedFile[];
  /** In configuration order. */
  readonly hooks: readonly Hook[];
  readonly diagnostics: readonly Diagnostic[];
  /** A file cannot be read as a whole, or an entry is invalid that must hold: the exit status is 1. */
  readonly mustFail: boolean;
  /** One list for each file that has one; each must allow. */
  readonly allowedUrls: readonly (readonly string[])[];
  readonly allowedHeaderVariables: readonly (readonly string[])[];
  /** The SHA-256 of everything that is in force. */
  readonly digest: string;
}

/** Finds, reads and judges the hook files; what did not change since `previous` is taken from it, and a file that cannot be read keeps its last good hooks. */
export async function loadConfiguration(
  request: LoadRequest,
  previous: Configuration | null,
): Promise<Configuration> {
  const { cwd, env, home, systemRoot, catalog, runners, dialects, onLimit } = request;
  const projectDir = findProject(cwd, home, dialects);
  const before = previous ? memories.get(previous) : undefined;
  const places = hookFiles(dialects, { projectDir, home, systemRoot, env });
  const found: FoundFile[] = [];
  for (const [order, place] of places.entries()) {
    const state = await readFileState(place.path, before?.files[order]?.state ?? null);
    found.push({ place, order, state });
  }
  const compileMatcher = matcherCompiler(catalog, onLimit);
  const basis: JudgeBasis = { catalog, runners, env, home, projectDir, managedOnFailure: null, compileMatcher };
  const files = await judgeFiles(found, basis, before?.files ?? []);
  const off = env.HOOKLINE_DISABLED === "1";
  const same = previous && before && before.off === off && isUnchanged(files, before.files);
  const configuration = same ? previous : configurationOf(files, projectDir, home, off);
  memories.set(configuration, { files, off });
  return configuration;
}
