import { availableParallelism } from "node:os";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Copied } from "../system/copy-files.ts";
import { realPath } from "../system/local-files.ts";
import { runsPrograms } from "../system/scratch-folder.ts";
import type { HookCase } from "./case.ts";
import { checkCases } from "./check-cases.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { inParallel } from "./in-parallel.ts";
import { type MutantRun, suspects, tryMutant } from "./mutate.ts";
import { openProject, type Project, type ProjectOptions } from "./project.ts";
import { readCases } from "./read-cases.ts";
import { type CaseRun, runInCopy } from "./run-case.ts";
import { openSnapshots, type SnapshotCounts } from "./stored-snapshots.ts";

/** What a caller may choose about a run of all tests. */
export interface TestOptions extends ProjectOptions {
  /** How many cases run at once; as many as the machine has cores by default. */
  readonly jobs?: number | undefined;
  /** Only cases with this text in their name or file. */
  readonly filter?: string | undefined;
  /** Stores what cases with `snapshot` say now. */
  readonly update?: boolean | undefined;
  /** A snapshot that is not stored fails instead of being stored. */
  readonly ci?: boolean | undefined;
  /** Also changes the hooks, to see whether a case notices. */
  readonly mutate?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of every case that has ended, and of every change that was tried. */
  readonly onProgress?: ((done: number, all: number, what: "cases" | "changes") => void) | undefined;
}

/** What came of a run of all tests. */
export interface TestReport {
  readonly projectDir: string;
  readonly files: readonly string[];
  /** Mistakes in files of cases and in hook files: with an error nothing was run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Hooks that must be approved first: then nothing was run. */
  readonly unapproved: readonly string[];
  readonly cases: readonly CaseRun[];
  /** How many cases the filter left out. */
  readonly leftOut: number;
  /** Null if nothing was run, or only a part. */
  readonly coverage: Coverage | null;
  readonly mutants: readonly MutantRun[];
  readonly snapshots: SnapshotCounts;
  /** What each copy holds; null if nothing was run. */
  readonly copied: Copied | null;
  /** True if the copies had to lie where the system keeps temporary things, about which rules may say something else. */
  readonly temporary: boolean;
  readonly durationMs: number;
}

/** Runs the cases of a project, each in a copy of it, several at once. */
export async function runTests(options: TestOptions = {}): Promise<TestReport> {
  const began = performance.now();
  const project = await openProject(options);
  try {
    const read = await readCases(project.projectDir);
    const { filter } = options;
    const chosen = read.cases.filter(
      ({ name, file }) => filter === undefined || name.includes(filter) || file.includes(filter),
    );
    const checked = checkCases(project, chosen, read);
    const diagnostics = [...project.diagnostics, ...read.diagnostics, ...checked.diagnostics];
    const refused = diagnostics.some(({ severity }) => severity === "error") || checked.unapproved.length > 0;
    const ran = refused ? nothing : await runAll(project, chosen, options, filter === undefined);
    return {
      projectDir: project.projectDir,
      files: read.files,
      diagnostics,
      unapproved: checked.unapproved,
      leftOut: read.cases.length - chosen.length,
      ...ran,
      durationMs: performance.now() - began,
    };
  } finally {
    await project.close();
  }
}

type Ran = Pick<TestReport, "cases" | "coverage" | "mutants" | "snapshots" | "copied" | "temporary">;

const nothing: Ran = {
  cases: [],
  coverage: null,
  mutants: [],
  snapshots: { written: 0, updated: 0, removed: 0 },
  copied: null,
  temporary: false,
};

async function runAll(
  project: Project,
  chosen: readonly HookCase[],
  options: TestOptions,
  whole: boolean,
): Promise<Ran> {
  const { jobs = availableParallelism(), signal, onProgress } = options;
  const [first] = chosen;
  if (!first) return nothing;
  const place = project.sharedPlace(first.copy);
  if (chosen.some(({ stubs }) => stubs?.programs) && !runsPrograms(place.root))
    throw new Error(
      `programs cannot be started in ${place.root}: let XDG_STATE_HOME name a folder where they can`,
    );
  const snapshots = openSnapshots(options);
  let done = 0;
  const cases = await inParallel(chosen, jobs, async (one) => {
    const stored = snapshots.storedFor(one);
    const run = snapshots.judge(
      await runInCopy(project, one, { signal, stored: options.update ? null : stored }),
    );
    onProgress?.(++done, chosen.length, "cases");
    return run;
  });
  const counts = signal?.aborted ? nothing.snapshots : snapshots.write(cases, whole);
  const coverage = whole ? await coverageOf(project, cases) : null;
  const mutants = options.mutate ? await mutateAll(project, cases, options, whole) : [];
  const temporary = !place.root.startsWith(realPath(project.scratchFolder));
  return { cases, coverage, mutants, snapshots: counts, copied: place.copied, temporary };
}

/** Nobody can say what a change makes of cases that fail without it. */
async function mutateAll(
  project: Project,
  cases: readonly CaseRun[],
  { jobs = availableParallelism(), signal, onProgress }: TestOptions,
  whole: boolean,
): Promise<readonly MutantRun[]> {
  if (cases.some(({ status }) => status !== "passed")) return [];
  const all = await suspects(project, cases, whole);
  const stored = (run: CaseRun): JsonObject | null => run.snapshot;
  let done = 0;
  return inParallel(all, jobs, async (one) => {
    const run = await tryMutant(project, one, signal, stored);
    onProgress?.(++done, all.length, "changes");
    return run;
  });
}
