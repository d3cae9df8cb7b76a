import type { RunReport } from "../index.ts";
import { ownRules, projectHooks, rulesIn } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";
import type { Project } from "./project.ts";
import { type CaseRun, runInCopy } from "./run-case.ts";

/** What became of a change to the hooks: which case noticed it, if one did. */
export interface MutantRun {
  readonly mutant: Mutant;
  /** The case that fails with the change; null if none does. */
  readonly noticedBy: string | null;
}

/** A change, and the cases that could notice it. */
export interface Suspect {
  readonly mutant: Mutant;
  readonly runs: readonly CaseRun[];
}

/** The changes that the cases should notice: each guard lets everything through, each hook and each rule is gone; of a part of the cases, only what it touched. */
export async function suspects(
  project: Project,
  runs: readonly CaseRun[],
  whole: boolean,
): Promise<readonly Suspect[]> {
  const hooks = projectHooks(project);
  const rules = await ownRules(project, hooks);
  return hooks.flatMap(({ id: hook, source: { text: source, layer } }): readonly Suspect[] => {
    const reports = ({ decision }: CaseRun) =>
      decision?.runs.filter((report) => report.source === source) ?? [];
    const touched = runs.filter((run) => reports(run).some(({ fault }) => fault !== "untrusted"));
    const stopped = touched.filter((run) => reports(run).some(stops));
    const own = layer === "team" || layer === "local" ? (rules.get(source) ?? []) : [];
    const found: Suspect[] = [
      { mutant: { kind: "pass", hook, source }, runs: stopped },
      { mutant: { kind: "drop", hook, source }, runs: touched },
      ...own.map((rule) => ({
        mutant: { kind: "rule" as const, hook, source, rule },
        runs: touched.filter((run) => reports(run).some((report) => rulesIn(report).includes(rule))),
      })),
    ];
    // A hook that no case makes answer is gone unnoticed, whatever its rules are.
    const bare = touched.length === 0;
    return found.filter(
      ({ mutant: { kind }, runs: able }) => able.length > 0 || (whole && kind === (bare ? "drop" : "rule")),
    );
  });
}

/** True for a hook that kept something from happening, or would have asked. */
function stops({ verdict, fault }: Pick<RunReport, "verdict" | "fault">): boolean {
  return fault === null && (verdict === "deny" || verdict === "ask" || verdict === "defer");
}

/** Runs the cases that could notice a change until one does. */
export async function tryMutant(
  project: Project,
  { mutant, runs }: Suspect,
  signal: AbortSignal | undefined,
  stored: (run: CaseRun) => CaseRun["snapshot"],
): Promise<MutantRun> {
  for (const before of runs) {
    const after = await runInCopy(project, before.case, { mutant, signal, stored: stored(before) });
    if (signal?.aborted) break;
    if (after.status === "error")
      throw new Error(`${before.case.file}: ${before.case.name}: ${after.problem}`);
    if (after.status === "failed") return { mutant, noticedBy: `${before.case.file}: ${before.case.name}` };
  }
  return { mutant, noticedBy: null };
}
