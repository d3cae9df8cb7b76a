import type { RunReport } from "../contract/decision.ts";
import { type Captured, silence } from "../contract/run.ts";
import type { Heard } from "./heard.ts";

/** How much of the beginning and of the end of a stream a report shows. */
const shown = 8_192;

/** One hook of the decision, for people and programs. */
export function reportOf({ hook, run, outcome, background }: Heard): RunReport {
  const stdout = excerpt(run?.stdout ?? silence);
  const stderr = excerpt(run?.stderr ?? silence);
  return {
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
}

function excerpt({ text, tail, truncated }: Captured): { text: string; cut: boolean } {
  if (!truncated && text.length <= 2 * shown) return { text, cut: false };
  const end = truncated ? tail : text.slice(-shown);
  return { text: `${text.slice(0, shown)}\n… (cut) …\n${end}`, cut: true };
}
