import type { EventSpec } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { rulesOf } from "./answer-rules.ts";

type Written = { [name: string]: Json | undefined };

/** A checked answer as every agent with Claude Code's hooks reads it; null if it says nothing. */
export function wireAnswer(spec: EventSpec, answer: JsonObject): JsonObject | null {
  const { place } = rulesOf(spec);
  const { verdict = "pass", reason = "", context, message, halt, effects, updatedPrompt } = answer;
  const { suppressOutput, terminalSequence, updatedPermissions, interrupt, ...own } = isObject(effects)
    ? effects
    : {};
  const top: Written = { suppressOutput, terminalSequence, systemMessage: message };
  const specific: Written = { ...own, updatedPrompt, updatedToolOutput: answer.updatedOutput };
  if (context !== undefined)
    specific.additionalContext = Array.isArray(context) ? context.join("\n") : context;
  if (halt !== undefined && halt !== false) {
    top.continue = false;
    if (halt !== true) top.stopReason = halt;
  }
  if (place !== "request") specific.updatedInput = answer.updatedInput;
  const why = reason === "" ? undefined : reason;
  if (verdict !== "pass") {
    if (place === "permission") {
      specific.permissionDecision = verdict;
      specific.permissionDecisionReason = why;
    } else if (place === "request") {
      const { updatedInput } = answer;
      specific.decision = cleared({
        behavior: verdict,
        message: why,
        updatedInput,
        updatedPermissions,
        interrupt,
      });
    } else if (place === "action") {
      specific.action = verdict === "allow" ? "accept" : "decline";
      top.reason = why;
    } else {
      top.decision = "block";
      top.reason = why;
    }
  }
  const inner = cleared(specific);
  if (Object.keys(inner).length > 0) top.hookSpecificOutput = { hookEventName: spec.name, ...inner };
  const wire = cleared(top);
  return Object.keys(wire).length > 0 ? wire : null;
}

function cleared(object: Written): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
