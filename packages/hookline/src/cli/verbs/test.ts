import { constants } from "node:os";
import { writeWhole } from "../../system/standard-streams.ts";
import { runTests, type TestReport } from "../../testing/index.ts";
import { workingFolder } from "../folder.ts";
import { paintFor, renderDiagnostic } from "../render.ts";
import { reportJson, reportSchema } from "../test/answers.ts";
import { showProgress } from "../test/progress.ts";
import { howToBegin, renderReport } from "../test/report.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline test`: runs the cases beside the hooks, and says what no case exercises. */
export const testVerb = defineVerb({
  name: "test",
  summary: "run the cases in .hookline/tests, each in a copy of the project",
  examples: [
    "hookline test",
    "hookline test --filter force-push -v",
    "hookline test --trust --ci --min-coverage 80    (in CI)",
    "hookline test --mutate    (does a case fail when a guard lets everything through?)",
    'hookline test --update    (stores what cases that expect { "snapshot": true } say now)',
    "",
    'A file of cases: { "cases": [ { "name": "no force push", "event": "PreToolUse", "tool": "Bash",',
    '  "input": { "command": "git push -f" }, "expect": { "verdict": "deny" } } ] }',
    "Exit status: 0 all passed; 1 a case failed, a file is wrong, there is no case, or a limit was missed.",
  ],
  answers: reportSchema,
  declare: (command) =>
    command
      .option("--filter <text>", "only cases with this text in their name or file")
      .option("--update", "store what cases with snapshots say now")
      .option("--ci", "a snapshot that is not stored fails; the default where CI is set")
      .option("--mutate", "also break each guard, hook and rule, and fail if no case notices")
      .option("--min-coverage <percent>", "fail if fewer of the hooks and rules are exercised")
      .option("--jobs <number>", "how many cases run at once; as many as there are cores by default")
      .option("--trust", "run hooks that are not approved, for this call")
      .option("--all-files", "also the hooks of the user's and the managed files, with your own home")
      .option("--json", "print what came as JSON"),
  async run(_args, options) {
    const least = numberOption(options, "minCoverage", "--min-coverage", 0, 100);
    if (least !== undefined && options.filter !== undefined)
      throw new UsageError("--min-coverage needs all cases: leave --filter out");
    const progress = showProgress(options);
    const stop = stopOnSignals();
    const report = await runTests({
      cwd: workingFolder(options),
      trust: options.trust === true ? "all" : "store",
      allFiles: options.allFiles === true,
      jobs: numberOption(options, "jobs", "--jobs", 1, 1000),
      filter: textOption(options, "filter"),
      update: options.update === true,
      ci: options.ci === true || isSet(process.env.CI),
      mutate: options.mutate === true,
      signal: stop.signal,
      onProgress: progress.show,
    }).finally(() => {
      progress.end();
      stop.end();
    });
    const status = stop.status() ?? statusOf(report, least);
    show(report, options, status, least);
    return status;
  },
});

/** CI systems set the variable to true or 1; whoever sets it to false means no. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "false" && value !== "0";
}

function numberOption(
  options: VerbOptions,
  name: string,
  flag: string,
  least: number,
  most: number,
): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`${flag} ${text}: write a whole number from ${least} to ${most}`);
  return value;
}

function statusOf(report: TestReport, least: number | undefined): number {
  const { cases, diagnostics, unapproved, mutants, coverage } = report;
  const wrong = diagnostics.some(({ severity }) => severity === "error") || unapproved.length > 0;
  const failed = cases.length === 0 || cases.some(({ status }) => status !== "passed");
  const unnoticed = mutants.some(({ noticedBy }) => noticedBy === null);
  const bare = least !== undefined && (coverage?.percent ?? 0) < least;
  return wrong || failed || unnoticed || bare ? 1 : 0;
}

function show(report: TestReport, options: VerbOptions, status: number, least: number | undefined): void {
  if (options.json === true) {
    writeWhole(1, `${JSON.stringify(reportJson(report, status === 0), null, 2)}\n`);
    return;
  }
  for (const diagnostic of report.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
  const { unapproved } = report;
  if (unapproved.length > 0) {
    const names = unapproved.map(visibleLine).join(", ");
    const are = unapproved.length === 1 ? "is" : "are";
    const todo = 'look at them with "hookline trust", or run "hookline test --trust"';
    writeWhole(2, `hookline: ${names} ${are} not approved, so nothing was run; ${todo}\n`);
  }
  const refused = unapproved.length > 0 || report.diagnostics.some(({ severity }) => severity === "error");
  if (!refused && report.cases.length === 0) writeWhole(2, `hookline: ${howToBegin(report)}\n`);
  if (refused || report.cases.length === 0) return;
  const quiet = options.quiet === true;
  const paint = paintFor(1);
  writeWhole(
    1,
    renderReport(report, paint, {
      verbose: options.verbose === true,
      quiet,
      least,
      mutate: options.mutate === true,
    }),
  );
}

/** Lets SIGINT and SIGTERM end all hooks and remove all copies before the exit with 128+n; a second one ends at once. */
function stopOnSignals() {
  const controller = new AbortController();
  let status: number | undefined;
  const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];
  const stop = (signal: NodeJS.Signals) => {
    const code = 128 + constants.signals[signal];
    if (status !== undefined) process.exit(code);
    status = code;
    controller.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    status: () => status,
    end() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
