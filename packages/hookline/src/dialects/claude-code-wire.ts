import type { Decision } from "../contract/decision.ts";
import type { EventSpec } from "../contract/event.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Verdict } from "../contract/verdict.ts";
import { builtInEvents } from "../events/catalog.ts";

type Written = { [name: string]: Json | undefined };

/** What Claude Code reads of a hook. */
interface Wire {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

const rows = new Map(builtInEvents.map((spec) => [spec.name, spec]));

/** Events whose answer object cannot refuse: only the exit status can, and stderr is the reason. */
const byExit: ReadonlySet<string> = new Set(["TaskCompleted", "TeammateIdle"]);

/** Fields of an answer that are no effects. */
const placed: ReadonlySet<string> = new Set([
  "action",
  "content",
  "decision",
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "updatedToolOutput",
  "updatedMCPToolOutput",
  "updatedPrompt",
  "additionalContext",
]);

/** A decision as Claude Code reads it from one of its hooks; nothing at all where there is nothing to say. */
export function encodeForClaudeCode(decision: Decision): Wire {
  const { event, reason } = decision;
  if (event === "WorktreeCreate" || event === "WorktreeRemove") return worktreeWire(decision);
  const spec = rows.get(event);
  const verdict = spec ? sayable(spec, decision.verdict) : "pass";
  const answer: Written = {};
  if (decision.halt) {
    answer.continue = false;
    if (decision.halt.reason !== "") answer.stopReason = decision.halt.reason;
  }
  const message = messageOf(decision);
  if (message !== "") answer.systemMessage = message;
  const { terminalSequence } = decision.effects;
  if (terminalSequence !== undefined) answer.terminalSequence = terminalSequence;
  const specific = spec ? specificOf(spec, decision, verdict) : {};
  if (Object.keys(specific).length > 0) {
    answer.hookSpecificOutput = { hookEventName: event, ...specific };
  }
  const exits = verdict === "deny" && byExit.has(event);
  if (verdict === "deny" && !exits && spec && !saysItself(spec)) {
    answer.decision = "block";
    answer.reason = reason;
  }
  const stdout = Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
  return exits ? { stdout, stderr: reason, exitCode: 2 } : { stdout, exitCode: 0 };
}

/** True if the verdict has a field of its own on this event. */
function saysItself({ answer }: EventSpec): boolean {
  return "permissionDecision" in answer || "decision" in answer || "action" in answer;
}

/** The verdict that an event's answer can hold: what cannot be asked is refused where it can be, and never weaker than it was. */
function sayable(spec: EventSpec, verdict: Verdict): Verdict {
  if (verdict === "pass" || verdict === "deny") return verdict;
  if (verdict === "allow") return saysItself(spec) ? verdict : "pass";
  const { name, deny, answer } = spec;
  const { permissionDecision: words = "" } = answer;
  if (words.split(/[|?]/).includes(verdict)) return verdict;
  // A person is asked there anyway.
  if (name === "PermissionRequest" || "action" in answer) return "pass";
  return deny === "stop" ? "deny" : "pass";
}

/** The fields of `hookSpecificOutput`. */
function specificOf(spec: EventSpec, decision: Decision, verdict: Verdict): Written {
  const { answer: fields, name } = spec;
  const { reason, updatedInput, updatedOutput, context, effects } = decision;
  const said: Written = {};
  if ("permissionDecision" in fields && verdict !== "pass") {
    said.permissionDecision = verdict;
    if (reason !== "") said.permissionDecisionReason = reason;
  }
  if (name === "PermissionRequest" && verdict !== "pass") said.decision = requestOf(decision, verdict);
  if ("action" in fields) Object.assign(said, actionOf(effects, verdict));
  if ("updatedInput" in fields && updatedInput) said.updatedInput = updatedInput;
  if ("updatedToolOutput" in fields && updatedOutput !== null) said.updatedToolOutput = updatedOutput;
  if ("additionalContext" in fields && context.length > 0) said.additionalContext = context.join("\n\n");
  for (const effect of Object.keys(fields)) {
    if (!placed.has(effect) && effects[effect] !== undefined) said[effect] = effects[effect];
  }
  return said;
}

/** What is answered to a request for permission. */
function requestOf({ reason, updatedInput, effects }: Decision, verdict: Verdict): JsonObject {
  const { updatedPermissions, interrupt } = effects;
  if (verdict === "deny") {
    return { behavior: "deny", message: reason, ...(interrupt !== undefined && { interrupt }) };
  }
  return {
    behavior: "allow",
    ...(updatedInput && { updatedInput }),
    ...(updatedPermissions !== undefined && { updatedPermissions }),
  };
}

/** What is answered to an MCP server: a refusal wins over what another hook has filled in. */
function actionOf({ action, content }: JsonObject, verdict: Verdict): Written {
  if (verdict === "deny") return { action: action === "cancel" ? action : "decline" };
  if (verdict !== "allow") return {};
  return { action: "accept", ...(content !== undefined && { content }) };
}

/** The path on stdout, or an exit status that says why there is none; Claude Code reads nothing else there. */
function worktreeWire({ event, verdict, reason, effects, runs }: Decision): Wire {
  if (verdict !== "pass" && verdict !== "allow") return { stdout: "", stderr: reason, exitCode: 2 };
  const { worktreePath: path } = effects;
  if (event === "WorktreeCreate" && typeof path === "string") return { stdout: path, exitCode: 0 };
  const done = event === "WorktreeRemove" && runs.some(({ status }) => status === "ok");
  // An exit status of 0 would say that the worktree was made or removed.
  const word = event === "WorktreeCreate" ? "made" : "removed";
  return done
    ? { stdout: "", exitCode: 0 }
    : { stdout: "", stderr: `no hook ${word} the worktree`, exitCode: 1 };
}

/** What the person is told: all messages, and what Claude Code has no words for. */
function messageOf(decision: Decision): string {
  const { messages, updatedPrompt, updatedInput, updatedOutput, event, verdict } = decision;
  const texts = messages.map(({ text }) => text);
  if (updatedPrompt !== null) texts.push("a hook rewrote the prompt, and Claude Code cannot change one");
  if (updatedInput && event === "PermissionRequest" && verdict !== "allow") {
    texts.push("a hook rewrote the input without allowing it, and Claude Code takes both or neither");
  }
  if (updatedOutput !== null && event === "PostToolUseFailure")
    texts.push("a hook rewrote the words of a tool that failed, and Claude Code cannot change them");
  return texts.join("\n");
}
