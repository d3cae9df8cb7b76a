import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";

/** Where `continue: true` means that the agent goes on instead of stopping. */
const stops: readonly string[] = ["Stop", "SubagentStop"];

type Draft = { [name: string]: Json | undefined };

/** Reads an output object: approve and block, `continue` with its inverse sense on Stop, and a specific output that need not name its event. */
export function readOutput(output: JsonObject, { spec }: Event): JsonObject {
  const { decision: written, hookSpecificOutput: given, ...rest } = output;
  const decision = decisionWord(written);
  const answer: Draft = { ...rest, ...(decision !== undefined && { decision }) };
  if (isObject(given)) answer.hookSpecificOutput = { hookEventName: spec.name, ...withoutEmpty(given) };
  else if (given !== undefined) answer.hookSpecificOutput = given;
  if (stops.includes(spec.name)) return readStop(answer);
  return spec.name === "PermissionRequest" ? readPermission(answer) : answer;
}

/** The results of the same system say `allow` and `deny`; an empty word is none. */
function decisionWord(word: Json | undefined): Json | undefined {
  if (word === "") return undefined;
  return word === "allow" ? "approve" : word === "deny" ? "block" : word;
}

function withoutEmpty({ permissionDecision, ...specific }: JsonObject): JsonObject {
  return permissionDecision === undefined || permissionDecision === ""
    ? specific
    : { ...specific, permissionDecision };
}

/** On Stop `true` keeps the agent working, with the message for it; `false` is what would happen anyway. */
function readStop(answer: JsonObject): JsonObject {
  const { continue: goesOn, ...rest } = answer;
  if (typeof goesOn !== "boolean") return answer;
  if (!goesOn) return rest;
  const { systemMessage, reason, ...others } = rest;
  const texts = [systemMessage, reason].filter((text) => typeof text === "string" && text !== "");
  return { ...others, decision: "block", reason: texts.join("\n") };
}

/** Here the words at the top decide, as everywhere in this system. */
function readPermission(answer: JsonObject): JsonObject {
  const { decision, ...rest } = answer;
  if (decision !== "approve" && decision !== "block") return answer;
  const specific = isObject(rest.hookSpecificOutput) ? rest.hookSpecificOutput : {};
  const refused = decision === "block" || specific.permissionDecision === "deny";
  return {
    ...rest,
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      ...(rest.reason !== undefined && { permissionDecisionReason: rest.reason }),
      ...specific,
      permissionDecision: refused ? "deny" : "allow",
    },
  };
}

/** Says a decision as one output object; what this language cannot carry is told on stderr. */
export function encodeOutput(decision: Decision): {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
} {
  const { event, halt, messages, effects } = decision;
  const stop = stops.includes(event);
  const untold = untoldOf(decision);
  const texts = messages.map(({ text }) => text);
  const output: Draft = {
    ...(stop ? stopWords(decision) : halt && { continue: false, stopReason: halt.reason }),
    ...(effects.suppressOutput === true && { suppressOutput: true }),
    // On Stop such a message is the agent's next instruction, which these are not.
    ...(!stop && texts.length > 0 && { systemMessage: texts.join("\n") }),
    ...(!stop && decisionWords(decision)),
    ...specificOf(decision),
  };
  const lines = stop ? [...texts, ...untold] : untold;
  return {
    stdout: Object.keys(output).length === 0 ? "" : JSON.stringify(output),
    stderr: lines.map((line) => `${line}\n`).join(""),
    exitCode: 0,
  };
}

function stopWords({ verdict, reason, halt }: Decision): JsonObject {
  if (halt) return { continue: false, stopReason: halt.reason };
  return verdict === "deny" ? { continue: true, reason } : {};
}

/** Everywhere but before a tool there are two words; what would have to be asked there is refused. */
function decisionWords({ event, verdict, reason }: Decision): JsonObject {
  if (event === "PreToolUse" || verdict === "pass") return {};
  if (verdict === "allow") return { decision: "approve", ...(reason !== "" && { reason }) };
  // Whoever asks for a permission asks a person already.
  if (event === "PermissionRequest" && verdict !== "deny") return {};
  return { decision: "block", reason };
}

function untoldOf(decision: Decision): readonly string[] {
  const { event, verdict, updatedPrompt, updatedInput, updatedOutput } = decision;
  const prompt = updatedPrompt === null ? [] : ["Spec 07 cannot change a prompt: it stays as it was"];
  if (updatedOutput !== null && event === "PostToolUseFailure")
    return ["Spec 07 cannot change the words of a tool that failed: they stay as they were"];
  const input = updatedInput !== null && event === "PermissionRequest" && verdict !== "allow";
  return input ? [...prompt, "Spec 07 changes the input of a permission only when it grants it"] : prompt;
}

function specificOf({
  event,
  verdict,
  reason,
  updatedInput,
  updatedOutput,
  context,
}: Decision): JsonObject | null {
  const specific: Draft = {};
  if (event === "PreToolUse" && verdict !== "pass") {
    specific.permissionDecision = verdict === "defer" ? "ask" : verdict;
    if (reason !== "") specific.permissionDecisionReason = reason;
  }
  if (updatedInput && event === "PreToolUse") specific.updatedInput = updatedInput;
  if (updatedInput && event === "PermissionRequest" && verdict === "allow") {
    specific.decision = { behavior: "allow", updatedInput };
  }
  if (updatedOutput !== null && event !== "PostToolUseFailure") specific.updatedMCPToolOutput = updatedOutput;
  if (context.length > 0) specific.additionalContext = context.join("\n");
  if (Object.keys(specific).length === 0) return null;
  return { hookSpecificOutput: { hookEventName: event, ...specific } };
}
