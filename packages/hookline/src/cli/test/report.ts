import {
  type CaseRun,
  type Coverage,
  type Difference,
  type MutantRun,
  showDifference,
  type TestReport,
  testsFolder,
} from "../../testing/index.ts";
import type { Paint } from "../render.ts";
import { shownText } from "../shown.ts";
import { visibleLine } from "../visible.ts";

/** How much is shown, and what must be reached. */
export interface Showing {
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly least: number | undefined;
  /** Whether changes to the hooks were asked for. */
  readonly mutate: boolean;
}

/** What to do where there is no case yet, or the filter fits none. */
export function howToBegin({ leftOut, files }: TestReport): string {
  if (leftOut > 0)
    return `no case has this text in its name or file; there ${leftOut === 1 ? "is 1" : `are ${leftOut}`}`;
  const where =
    files.length > 0 ? `there is no case in ${files.join(", ")}` : `there is no file in ${testsFolder}`;
  const example =
    '{ "cases": [{ "name": "no force push", "event": "PreToolUse", "tool": "Bash", "input": { "command": "git push -f" }, "expect": { "verdict": "deny" } }] }';
  return `${where}; write ${testsFolder}/first.json: ${example}`;
}

/** What came of the tests, for people: each case that failed, then what is not exercised, then the counts. */
export function renderReport(report: TestReport, paint: Paint, showing: Showing): string {
  const { cases, coverage, mutants } = report;
  const lines = cases.flatMap((run) => renderCase(run, paint, showing.verbose));
  const failed = cases.length - cases.filter(({ status }) => status === "passed").length;
  lines.push(
    ...mutants.filter(({ noticedBy }) => noticedBy === null).map((one) => renderSurvivor(one, paint)),
  );
  if (showing.mutate && mutants.length === 0)
    lines.push(
      paint.yellow(
        failed > 0
          ? "--mutate changed nothing, since cases fail without any change"
          : "--mutate changed nothing: no case makes a hook answer",
      ),
    );
  if (coverage && !showing.quiet) lines.push(...renderCoverage(coverage, paint));
  if (showing.least !== undefined && coverage && coverage.percent < showing.least)
    lines.push(
      paint.red(
        `${coverage.percent} % of hooks and rules are exercised; at least ${showing.least} % must be`,
      ),
    );
  if (!showing.quiet)
    lines.push(
      ...notes(report, showing.verbose).map((text) => paint.dim(text)),
      counts(report, failed, paint),
    );
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function renderCase(run: CaseRun, paint: Paint, verbose: boolean): readonly string[] {
  const { status, case: one, differences, problem, durationMs, decision } = run;
  const time = paint.dim(`${Math.round(durationMs)} ms`);
  const name = said(one.name);
  if (status === "passed") return verbose ? [`${paint.green("passed")}  ${name}  ${time}`] : [];
  const where = paint.dim(visibleLine(`${one.file}:${one.line}:${one.column}`));
  const head = `${paint.red(status)}  ${paint.bold(name)}  ${where}`;
  const details = status === "error" ? [problem] : differences.flatMap(withoutSecrets);
  const hooks = verbose
    ? (decision?.runs ?? []).map(
        ({ hook, verdict, fault, reason }) => `${hook}: ${fault ?? verdict} ${reason}`,
      )
    : [];
  return [head, ...[...details, ...hooks].map((line) => `    ${tinted(said(line), paint)}`)];
}

/** Secrets are looked for in each value alone: beside one another they would seem to go on. */
function withoutSecrets({ what, expected, came }: Difference): readonly string[] {
  return showDifference({ what, expected: shownText(expected), came: shownText(came) });
}

function tinted(line: string, paint: Paint): string {
  if (line.startsWith("  + ")) return paint.red(line);
  return line.startsWith("  - ") ? paint.green(line) : line;
}

/** What comes from files, hooks and models, without what a terminal obeys and without secrets. */
function said(text: string): string {
  return visibleLine(shownText(text));
}

function renderSurvivor({ mutant }: MutantRun, paint: Paint): string {
  const what =
    mutant.kind === "rule"
      ? `rule ${mutant.rule} of ${mutant.hook} is removed`
      : mutant.kind === "pass"
        ? `guard ${mutant.hook} lets everything through`
        : `hook ${mutant.hook} is removed`;
  return `${paint.red("unnoticed")}  no test fails when ${said(what)}  ${paint.dim(said(mutant.source))}`;
}

/** Rules of a hook that was never exercised need no line of their own. */
function renderCoverage({ all, exercised }: Coverage, paint: Paint): readonly string[] {
  const idle = all.filter((one) => !one.exercised);
  const bare = new Set(idle.filter(({ rule }) => rule === null).map(({ source }) => source));
  const hooks = idle.filter(({ rule }) => rule === null);
  const rules = idle.filter(({ rule, source }) => rule !== null && !bare.has(source));
  const list = (ones: typeof idle, word: string) => {
    if (ones.length === 0) return [];
    const head = `${ones.length} ${word}${ones.length === 1 ? "" : "s"} never exercised:`;
    const rows = ones.map(
      ({ hook, rule, source, event }) =>
        `    ${said(rule ?? hook)}  ${paint.dim(said(`${event}  ${source}`))}`,
    );
    return [paint.yellow(head), ...rows];
  };
  if (idle.length === 0) return exercised === 0 ? [] : [paint.dim("every hook and every rule is exercised")];
  return [...list(hooks, "hook"), ...list(rules, "rule")];
}

/** More than this in every copy takes longer than the hooks do. */
const many = { files: 2000, bytes: 50_000_000 };

function notes(report: TestReport, verbose: boolean): readonly string[] {
  const { copied, snapshots, leftOut } = report;
  const { files = 0, bytes = 0, outside = [] } = copied ?? {};
  const size = `a copy of the project holds ${files} ${files === 1 ? "file" : "files"} (${sizeOf(bytes)})`;
  const large = files > many.files || bytes > many.bytes;
  const changed = [
    snapshots.written > 0 ? `${snapshots.written} written` : "",
    snapshots.updated > 0 ? `${snapshots.updated} updated` : "",
    snapshots.removed > 0 ? `${snapshots.removed} removed` : "",
  ].filter((text) => text !== "");
  return [
    ...(report.temporary ? [inTemporary] : []),
    ...(large
      ? [`${size}: name what your hooks need, "copy": ["src"], or nothing, "copy": false`]
      : verbose
        ? [size]
        : []),
    ...(outside.length > 0 && verbose
      ? [`links that lead out of the project are not copied: ${outside.map(visibleLine).join(", ")}`]
      : []),
    ...(changed.length > 0 ? [`snapshots: ${changed.join(", ")}`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out by --filter`] : []),
  ];
}

const inTemporary =
  "the state folder cannot be written to, so the copies lay among temporary files: rules may judge those otherwise";

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}

function counts({ cases, mutants, durationMs }: TestReport, failed: number, paint: Paint): string {
  const passed = cases.length - failed;
  const seconds = (durationMs / 1000).toFixed(1);
  const parts = [
    ...(failed > 0 ? [paint.red(`${failed} failed`)] : []),
    paint.green(`${passed} passed`),
    ...(mutants.length > 0
      ? [
          `${mutants.filter(({ noticedBy }) => noticedBy !== null).length} of ${mutants.length} changes noticed`,
        ]
      : []),
  ];
  return `${parts.join(", ")}  ${paint.dim(`${seconds} s`)}`;
}
