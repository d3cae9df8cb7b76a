import type { RunReport } from "../../contract/decision.ts";
import { isObject, type Json, type JsonObject, jsonOf } from "../../contract/json.ts";
import { answerOf } from "../../contract/run-answer.ts";
import type { Decision } from "../../index.ts";

/** What one hook said, as a permission checker or a loop of Spec 07 reads it; null where it said nothing. */
export interface HookResult {
  readonly decision: "allow" | "deny" | "";
  readonly message: string;
  readonly continue: boolean | null;
  readonly systemMessage: string;
  readonly suppressOutput: boolean | null;
  readonly stopReason: string;
  readonly reason: string;
  readonly hookSpecificOutput: JsonObject | null;
}

/** What a checker does: the first deny, else the first allow, else it asks. */
export interface PermissionResult {
  readonly behavior: "allow" | "deny" | "ask";
  readonly message: string;
}

const nothing: HookResult = {
  decision: "",
  message: "",
  continue: null,
  systemMessage: "",
  suppressOutput: null,
  stopReason: "",
  reason: "",
  hookSpecificOutput: null,
};

/** The permission that a decision gives: whatever is neither refused nor allowed has to be asked for. */
export function permissionOf({ verdict, reason, halt }: Decision): PermissionResult {
  if (verdict === "deny") return { behavior: "deny", message: reason };
  if (halt) return { behavior: "deny", message: halt.reason || reason || "a hook ends the turn" };
  return { behavior: verdict === "allow" ? "allow" : "ask", message: reason };
}

/** True if the agent must not stop: a hook of Stop or SubagentStop wants it to go on, and none ends the turn. */
export function goesOn({ event, verdict, halt }: Decision): boolean {
  return isStop(event) && verdict === "deny" && halt === null;
}

/**
 * What each hook said that has ended and that counts, in configuration order. Whoever takes the first deny, else the first allow,
 * else asks, and goes on after Stop if any says `continue: true`, decides as the engine did: also for faults that block.
 */
export function hookResults(decision: Decision): readonly HookResult[] {
  const { event, reason } = decision;
  const told = decision.runs.filter(({ status, mode }) => status === "ok" && mode === "enforce");
  const results = told.map((run) => resultOf(decision, run));
  if (isStop(event)) {
    const missing = goesOn(decision) && !results.some((one) => one.continue === true);
    return missing ? [...results, { ...nothing, continue: true, message: reason, reason }] : results;
  }
  const { behavior, message } = permissionOf(decision);
  const missing = behavior !== "ask" && !results.some((one) => one.decision === behavior);
  return missing ? [...results, { ...nothing, decision: behavior, message, reason: message }] : results;
}

function resultOf(decision: Decision, run: RunReport): HookResult {
  const answer = answerOf(run) ?? printedBy(run);
  const { suppressOutput, hookSpecificOutput, halt } = answer;
  return {
    decision: decisionWord(decision, run),
    message: run.reason,
    continue: continueOf(decision, run, answer),
    systemMessage: textOf(answer.systemMessage) || textOf(answer.message),
    suppressOutput: typeof suppressOutput === "boolean" ? suppressOutput : null,
    stopReason: textOf(answer.stopReason) || textOf(isObject(halt) ? halt.reason : halt),
    reason: textOf(answer.reason) || run.reason,
    hookSpecificOutput: isObject(hookSpecificOutput) ? hookSpecificOutput : null,
  };
}

/** An allow that another dialect's hook made a question of is none any more. */
function decisionWord({ event, verdict }: Decision, run: RunReport): HookResult["decision"] {
  if (isStop(event)) return "";
  if (run.verdict === "deny") return "deny";
  return run.verdict === "allow" && (verdict === "allow" || verdict === "deny") ? "allow" : "";
}

function continueOf(decision: Decision, run: RunReport, answer: JsonObject): boolean | null {
  if (isStop(decision.event) && run.verdict === "deny") return goesOn(decision) ? true : null;
  if (typeof answer.continue === "boolean") return answer.continue;
  return answer.halt === undefined || answer.halt === false ? null : false;
}

/** The object that a report shows: all there is in a decision that was read from a file. */
function printedBy({ stdout, truncated }: RunReport): JsonObject {
  if (truncated || !stdout.trimStart().startsWith("{")) return {};
  const value = jsonOf(stdout);
  return isObject(value) ? value : {};
}

function isStop(event: string): boolean {
  return event === "Stop" || event === "SubagentStop";
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
