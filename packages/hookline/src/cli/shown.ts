import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { createRedactor, type Redactor, redacted } from "../contract/redact.ts";
import type { Decision } from "../index.ts";
import type { Caller } from "./caller.ts";

let own: Redactor | null = null;

/** A text for people without the secrets of whoever calls, by default this process: what looks like one, and the values of its variables that do. */
export function shownText(text: string, env?: Caller["env"]): string {
  if (env && env !== process.env) return createRedactor({ env }).text(text);
  own ??= createRedactor({ env: process.env });
  return own.text(text);
}

/** A decision as people may see it; programs and agents get it as it is. */
export function shownDecision(decision: Decision, redactor: Redactor): Decision {
  const { text, json } = redactor;
  const value = (given: Json | null, at: string) => (given === null ? null : json(given, at));
  const input = value(decision.updatedInput, "tool_input");
  const prompt = value(decision.updatedPrompt, "prompt");
  return {
    ...decision,
    reason: text(decision.reason),
    halt: decision.halt && { reason: text(decision.halt.reason) },
    updatedInput: input === null ? null : asObject(input),
    updatedOutput: value(decision.updatedOutput, "tool_response"),
    updatedPrompt: typeof prompt === "string" ? prompt : null,
    context: decision.context.map(text),
    messages: decision.messages.map((message) => ({ ...message, text: text(message.text) })),
    effects: asObject(json(decision.effects)),
    runs: decision.runs.map((run) => ({
      ...run,
      reason: text(run.reason),
      stdout: text(run.stdout),
      stderr: text(run.stderr),
    })),
    skipped: decision.skipped.map((skipped) => ({ ...skipped, why: text(skipped.why) })),
  };
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : { all: redacted };
}
