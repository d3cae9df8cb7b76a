import { isObject, jsonOf } from "../../contract/json.ts";
import { answerOf } from "../../contract/run-answer.ts";
import type { Engine, JsonObject, Notice, RunReport } from "../../index.ts";
import type { BusEvent } from "./event-bus.ts";
import { hookOrigin } from "./origin.ts";

/** What came of one hook, in the document's words. */
export interface HookResult {
  readonly success: boolean;
  /** -1 if it did not end by itself. */
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** In seconds. */
  readonly execution_time: number;
  readonly json_output: JsonObject | null;
  readonly should_continue: boolean;
  readonly decision: "approve" | "block" | "modify";
  readonly reason: string | null;
}

/** What the bus is told of a notice: that a hook starts, is complete, or failed; null for what it prints meanwhile. */
export function hookEvent(engine: Engine, notice: Notice): BusEvent | null {
  if (notice.type === "progress") return null;
  const about = {
    timestamp: new Date().toISOString(),
    origin: hookOrigin,
    hook_type: notice.event === "PostToolUseFailure" ? "PostToolUse" : notice.event,
    hook_command: commandOf(engine, notice),
  };
  if (notice.type === "started") {
    return { event_type: "hook_execution_start", ...about, context: notice.payload };
  }
  const { report } = notice;
  const result = resultOf(report);
  if (report.fault === null) return { event_type: "hook_execution_complete", ...about, result };
  return { event_type: "hook_execution_error", ...about, error: errorOf(report), result };
}

/** What a run of the engine is in the document's words. */
export function resultOf(report: RunReport): HookResult {
  const { exitCode, fault, stdout, stderr, durationMs, verdict, reason } = report;
  // An answer may stand among other text.
  const answer = answerOf(report) ?? objectIn(stdout);
  const blocks = verdict === "deny";
  return {
    success: fault === null && (exitCode ?? 0) === 0,
    exit_code: exitCode ?? (fault === null ? 0 : -1),
    stdout,
    stderr,
    execution_time: durationMs / 1000,
    json_output: answer,
    should_continue: !blocks,
    decision: blocks ? "block" : answer?.decision === "modify" ? "modify" : "approve",
    reason: reason === "" ? null : reason,
  };
}

function commandOf({ hooks }: Engine, { hook: id, event }: Notice): string {
  const { command } = hooks.find((hook) => hook.id === id && hook.event === event)?.fields ?? {};
  return typeof command === "string" ? command : id;
}

function errorOf({ fault, exitCode, signal, stderr }: RunReport): string {
  const how = exitCode !== null ? `exit code ${exitCode}` : signal;
  const line = stderr.trim().split("\n")[0] ?? "";
  return [fault, how, line].filter((text) => text).join(": ");
}

function objectIn(text: string): JsonObject | null {
  const value = jsonOf(text);
  return isObject(value) ? value : null;
}
