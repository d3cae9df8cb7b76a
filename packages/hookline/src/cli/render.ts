import type { Decision, Diagnostic, RunReport } from "../index.ts";
import type { Caller } from "./caller.ts";
import { exitHint } from "./exit-hint.ts";
import type { Paint } from "./paint.ts";
import { shownText } from "./shown.ts";
import { visible, visibleLine } from "./visible.ts";

export { type Paint, paintFor } from "./paint.ts";

/** A diagnostic as compilers write it: where, what, what to do. */
export function renderDiagnostic(
  { file, line, column, message, hint }: Diagnostic,
  env?: Caller["env"],
): string {
  const text = shownText(`${message}${hint ? `; ${hint}` : ""}`, env);
  return visibleLine(`${file}:${line}:${column}: ${text}`);
}

/** A decision for people: the answer first, then every hook behind it. */
export function renderDecision(decision: Decision, paint: Paint, verbose: boolean): string {
  const { event, verdict, halt, reason, durationMs } = decision;
  const colour =
    verdict === "deny" || halt
      ? paint.red
      : verdict === "pass" || verdict === "allow"
        ? paint.green
        : paint.yellow;
  const lines = [
    `${paint.bold(event)}  ${colour(paint.bold(verdict))}  ${paint.dim(`${Math.round(durationMs)} ms`)}`,
  ];
  if (reason) lines.push(...indent(reason));
  if (halt) lines.push(`  ${paint.red("the turn ends")}${halt.reason ? `: ${visible(halt.reason)}` : ""}`);
  for (const run of decision.runs) lines.push(...renderRun(run, paint, verbose));
  for (const { hook, source, why } of decision.skipped)
    lines.push(paint.dim(visibleLine(`  - ${hook}  ${source}  skipped: ${why}`)));
  if (decision.updatedInput)
    lines.push("  new input:", ...indent(JSON.stringify(decision.updatedInput, null, 2), 4));
  if (decision.updatedPrompt !== null) lines.push("  new prompt:", ...indent(decision.updatedPrompt, 4));
  if (decision.updatedOutput !== null)
    lines.push("  new output:", ...indent(JSON.stringify(decision.updatedOutput, null, 2), 4));
  for (const text of decision.context) lines.push("  context for the model:", ...indent(text, 4));
  for (const { level, text, hook } of decision.messages) {
    const tint = level === "error" ? paint.red : level === "warn" ? paint.yellow : paint.dim;
    const named = hook && !text.startsWith(hook) ? paint.dim(` (${visibleLine(hook)})`) : "";
    lines.push(`  ${tint(level)} ${indent(text, 4).join("\n").trimStart()}${named}`);
  }
  for (const [name, value] of Object.entries(decision.effects))
    lines.push(visibleLine(`  ${name}: ${JSON.stringify(value)}`));
  if (decision.runs.length === 0 && decision.skipped.length === 0)
    lines.push(paint.dim("  no hook is for this"));
  return `${lines.join("\n")}\n`;
}

function renderRun(run: RunReport, paint: Paint, verbose: boolean): string[] {
  const mark =
    run.status === "fault" ? paint.yellow("!") : run.verdict === "deny" ? paint.red("✗") : paint.green("✓");
  const end =
    run.fault ??
    (run.status === "background"
      ? "in the background"
      : run.exitCode === null
        ? run.type
        : `exit ${run.exitCode}`);
  const mode = run.mode === "enforce" ? "" : `  (${run.mode})`;
  const lines = [
    `  ${mark} ${visibleLine(run.hook)}  ${paint.dim(visibleLine(run.source))}  ${end}  ${paint.dim(`${Math.round(run.durationMs)} ms`)}${mode}`,
  ];
  if (run.status === "fault") lines.push(...indent(run.reason, 6));
  if (run.left.length > 0) lines.push(`      left running: ${run.left.join(", ")}`);
  const hint = verbose ? exitHint(run) : null;
  if (hint !== null) lines.push(...indent(`hint: ${hint}`, 6));
  if (verbose && run.stdout) lines.push(paint.dim("      stdout:"), ...indent(run.stdout.trimEnd(), 8));
  if (verbose && run.stderr) lines.push(paint.dim("      stderr:"), ...indent(run.stderr.trimEnd(), 8));
  return lines;
}

function indent(text: string, by = 2): string[] {
  return visible(text)
    .split("\n")
    .map((line) => `${" ".repeat(by)}${line}`);
}
