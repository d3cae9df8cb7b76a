import type { RunReport } from "../contract/decision.ts";
import type { JsonObject } from "../contract/json.ts";
import type { TraceRecord } from "../contract/trace.ts";
import type { PolicyRow } from "./policies.ts";

/** A policy that was judged and had nothing to say. */
export interface QuietRun {
  readonly row: PolicyRow;
  readonly durationMs: number;
}

/** Such a run as a decision reports it. */
export function quietReport({ row, durationMs }: QuietRun): RunReport {
  const { hook, source, dialect, mode } = row;
  return {
    hook,
    source,
    dialect,
    type: "policy",
    mode,
    status: "ok",
    fault: null,
    exitCode: null,
    signal: null,
    durationMs: Math.round(durationMs * 100) / 100,
    verdict: "pass",
    reason: "",
    stdout: "",
    stderr: "",
    truncated: false,
    left: [],
  };
}

/** Such a run as a trace tells it. */
export function quietSteps(
  event: string,
  { row, durationMs }: QuietRun,
): readonly (readonly [step: TraceRecord["step"], data: JsonObject])[] {
  const { hook, source, mode, matcher } = row;
  const what = { event, hook, source, type: "policy", mode, matcher, command: null };
  const silence = { stdoutBytes: 0, stderrBytes: 0, stderr: null, left: [] };
  return [
    ["run", { ...what, end: "value", exitCode: null, signal: null, durationMs, ...silence }],
    ["interpret", { ...what, verdict: "pass", fault: null, error: null, changes: [] }],
  ];
}
