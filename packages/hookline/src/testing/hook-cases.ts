import { type Diagnostic, HooklineError } from "../index.ts";
import type { HookCase } from "./case.ts";
import { checkCases } from "./check-cases.ts";
import { openProject, type ProjectOptions, projectOf } from "./project.ts";
import { readCases } from "./read-cases.ts";
import { type CaseRun, runInCopy } from "./run-case.ts";
import { showDifference } from "./show-difference.ts";
import { openSnapshots } from "./stored-snapshots.ts";

/** The cases of a project, to loop over in any test runner; throws if something is wrong in their files or in the hook files. */
export async function hookCases(cwd?: string, options: ProjectOptions = {}): Promise<readonly HookCase[]> {
  const project = await openProject({ ...options, cwd });
  try {
    const read = await readCases(project.projectDir);
    const checked = checkCases(project, read.cases, read);
    refuse([...project.diagnostics, ...read.diagnostics, ...checked.diagnostics]);
    return read.cases;
  } finally {
    await project.close();
  }
}

/** Runs one case of a project in a copy of it; throws if a hook that it would run is not approved, unless `trust` is "all". */
export async function runCase(one: HookCase, options: ProjectOptions = {}): Promise<CaseRun> {
  const project = await openProject({ ...options, cwd: projectOf(one) });
  try {
    const locate = () => ({ file: one.file, line: one.line, column: one.column });
    const { unapproved, diagnostics } = checkCases(project, [one], {
      files: [],
      cases: [one],
      diagnostics: [],
      locate,
    });
    refuse(diagnostics);
    if (unapproved.length > 0)
      throw new HooklineError(
        "invalid-option",
        `${unapproved.join(", ")}: not approved; look at it with "hookline trust", or say { trust: "all" }`,
      );
    const snapshots = openSnapshots({ ci: true });
    return snapshots.judge(await runInCopy(project, one, { stored: snapshots.storedFor(one) }));
  } finally {
    await project.close();
  }
}

/** Runs one case and throws if it does not pass, with a sentence for each difference. */
export async function checkCase(one: HookCase, options: ProjectOptions = {}): Promise<void> {
  const { status, problem, differences } = await runCase(one, options);
  if (status === "passed") return;
  const lines =
    status === "error" ? [problem] : differences.flatMap((difference) => showDifference(difference));
  throw new Error([`${one.file}:${one.line}:${one.column}: ${one.name}`, ...lines].join("\n"));
}

function refuse(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const lines = errors.map(
    ({ file, line, column, message, hint }) => `${file}:${line}:${column}: ${message}; ${hint}`,
  );
  throw new HooklineError("invalid-option", lines.join("\n"));
}
