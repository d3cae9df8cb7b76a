import type { Decision, RunReport } from "../../index.ts";
import type { HookResult } from "./definitions.ts";

/** One result for each hook that ran, in configuration order, and one for what no hook of this event said. */
export function resultsOf(decision: Decision): HookResult[] {
  const results = decision.runs.map((run) => resultOf(run, decision));
  const ran = new Set(decision.runs.map(({ hook }) => hook));
  const others = decision.messages.filter(({ hook }) => !ran.has(hook)).map(({ text }) => text);
  const refusal = results.some(({ blocked }) => blocked) ? null : refusalOf(decision);
  if (refusal !== null) results.push({ success: false, blocked: true, message: refusal });
  if (others.length > 0) results.push({ success: true, message: others.join("\n") });
  return results;
}

function resultOf(run: RunReport, { messages }: Decision): HookResult {
  const { status, exitCode, verdict, mode, stdout, stderr, reason } = run;
  if (status === "background") return { success: true, message: "it runs in the background" };
  // GenCode cannot ask: what should be asked about does not happen.
  const blocked = mode === "enforce" && ["deny", "ask", "defer"].includes(verdict);
  const told = messages.filter(({ hook }) => hook === run.hook).map(({ text }) => text);
  const error = stderr || (status === "fault" ? reason : "");
  const message = [...(blocked && reason !== "" ? [reason] : []), ...told].join("\n");
  return {
    success: status === "ok" && !blocked && (exitCode ?? 0) === 0,
    output: stdout,
    ...(error !== "" && { error }),
    blocked,
    ...(message !== "" && { message }),
  };
}

/** Why the host must not go on, although no single hook that it knows of says so: a rule of the machine, or what a result cannot carry. */
function refusalOf({ verdict, reason, halt, updatedInput }: Decision): string | null {
  if (verdict === "deny") return reason;
  if (halt) return halt.reason || "a hook ends the turn";
  return updatedInput === null ? null : "a hook changed the input, which this host cannot take";
}
