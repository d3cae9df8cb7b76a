import type { RunReport } from "../contract/decision.ts";
import { type Captured, silence } from "../contract/run.ts";
import { keepAnswer } from "../contract/run-answer.ts";
import { keepOrigin } from "../contract/run-origin.ts";
import type { Heard } from "./heard.ts";

/** One hook of the decision, for people and programs; who writes events down wants to know more of it later: `keepsOrigin`. */
export function reportOf(heard: Heard, keepsOrigin = false): RunReport {
  const { hook, dialect, run, outcome, background, secondLook } = heard;
  const stdout = excerpt(run?.stdout ?? silence, dialect.shown);
  const stderr = excerpt(run?.stderr ?? silence, dialect.shown);
  const report: RunReport = {
    hook: hook.id,
    source: hook.source.text,
    dialect: hook.dialect,
    type: hook.type,
    mode: hook.mode,
    status: background ? "background" : outcome.fault ? "fault" : "ok",
    fault: outcome.fault?.kind ?? null,
    exitCode: run?.end.kind === "exit" ? run.end.code : null,
    signal: run?.end.kind === "signal" ? run.end.signal : null,
    durationMs: Math.round((run?.durationMs ?? 0) * 100) / 100,
    verdict: outcome.verdict,
    reason: outcome.fault ? outcome.fault.detail : outcome.reason,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.cut || stderr.cut,
    left: run?.left ?? [],
  };
  if (keepsOrigin) keepOrigin(report, { identity: hook.identity, outcome, secondLook });
  return keepAnswer(report, outcome.answer);
}

/** The beginning and the end of a stream that is longer than what is shown of it. */
function excerpt({ text, tail, truncated }: Captured, shown: number): { text: string; cut: boolean } {
  if (!truncated && text.length <= shown) return { text, cut: false };
  const half = Math.floor(shown / 2);
  const end = truncated ? tail.slice(-half) : text.slice(-half);
  return { text: `${text.slice(0, half)}\n… (cut) …\n${end}`, cut: true };
}
