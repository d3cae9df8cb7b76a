import type { Event } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { type Level, type Outcome, outcome, placedFields } from "../contract/outcome.ts";
import { stronger, type Verdict } from "../contract/verdict.ts";

/** Titles, notifications and the bell: everything else that a terminal obeys could do harm. */
const harmlessSequence = /^(?:\u0007|\u001b\](?:0|1|2|9|99|777);[^\u0007\u001b]*(?:\u0007|\u001b\\))+$/;

/** Reads an answer whose fields have been checked: the strictest of what it says holds. */
export function outcomeOfAnswer(event: Event, answer: JsonObject, specific: JsonObject): Outcome {
  if (Object.keys(answer).length === 0) return outcome();
  const messages: { level: Level; text: string }[] = [];
  if (typeof answer.systemMessage === "string") messages.push({ level: "info", text: answer.systemMessage });
  const { verdict, reason, request } = verdictOf(event, answer, specific, messages);
  return outcome({
    verdict,
    reason,
    halt: haltOf(event, answer, messages),
    updatedInput: event.spec.input
      ? (objectOr(specific.updatedInput) ?? objectOr(request.updatedInput))
      : null,
    updatedOutput: outputOf(event, specific, messages),
    updatedPrompt: textOf(specific.updatedPrompt),
    context: textOf(specific.additionalContext),
    messages,
    effects: effectsOf(event, answer, specific, request, messages),
  });
}

function verdictOf(
  event: Event,
  answer: JsonObject,
  specific: JsonObject,
  messages: { level: Level; text: string }[],
) {
  const request = objectOr(specific.decision) ?? {};
  const claims: [Verdict, Json | undefined][] = [
    [wordVerdict(specific.permissionDecision), specific.permissionDecisionReason],
    [wordVerdict(request.behavior), request.message],
    [wordVerdict(specific.action), undefined],
  ];
  if (event.spec.blockingExit !== "never") claims.push([wordVerdict(answer.decision), answer.reason]);
  else if (answer.decision === "block") {
    messages.push({
      level: "warn",
      text: `a top-level "block" does not refuse a ${event.spec.name}: use hookSpecificOutput.decision`,
    });
  }
  const verdict = claims.reduce<Verdict>((sum, [one]) => stronger(sum, one), "pass");
  const reasons = claims.filter(([one]) => one === verdict).map(([, text]) => textOf(text) ?? "");
  return { verdict, reason: reasons.find((text) => text !== "") ?? textOf(answer.reason) ?? "", request };
}

function wordVerdict(word: Json | undefined): Verdict {
  switch (word) {
    case "allow":
    case "approve":
    case "accept":
      return "allow";
    case "ask":
      return "ask";
    case "defer":
      return "defer";
    case "deny":
    case "block":
    case "decline":
    case "cancel":
      return "deny";
    default:
      return "pass";
  }
}

function haltOf(
  event: Event,
  answer: JsonObject,
  messages: { level: Level; text: string }[],
): { reason: string } | null {
  if (answer.continue !== false) return null;
  if (event.spec.halts !== false) return { reason: textOf(answer.stopReason) ?? textOf(answer.reason) ?? "" };
  messages.push({ level: "info", text: `"continue": false has no effect on ${event.spec.name}` });
  return null;
}

function outputOf(
  event: Event,
  specific: JsonObject,
  messages: { level: Level; text: string }[],
): Json | null {
  const output = specific.updatedToolOutput;
  if (output !== undefined) return output;
  const mcpOutput = specific.updatedMCPToolOutput;
  if (mcpOutput === undefined) return null;
  if (event.tool?.kind === "mcp") return mcpOutput;
  messages.push({ level: "warn", text: `"updatedMCPToolOutput" is for MCP tools: use "updatedToolOutput"` });
  return null;
}

function effectsOf(
  event: Event,
  answer: JsonObject,
  specific: JsonObject,
  request: JsonObject,
  messages: { level: Level; text: string }[],
): JsonObject {
  const effects: Record<string, Json> = {};
  for (const name of Object.keys(event.spec.answer)) {
    const value = specific[name];
    if (!placedFields.has(name) && value !== undefined && value !== null) effects[name] = value;
  }
  for (const name of ["updatedPermissions", "interrupt"]) {
    const value = request[name];
    if (value !== undefined && value !== null) effects[name] = value;
  }
  const sequence = textOf(answer.terminalSequence);
  if (sequence !== null && harmlessSequence.test(sequence)) effects.terminalSequence = sequence;
  else if (sequence !== null) {
    messages.push({
      level: "warn",
      text: `"terminalSequence" may hold titles, notifications and the bell only; it was dropped`,
    });
  }
  return effects;
}

function objectOr(value: Json | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
