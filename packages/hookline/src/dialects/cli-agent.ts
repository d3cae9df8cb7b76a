import { defineDialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { decodeContext, encodeDecision } from "./cli-agent-wire.ts";

/** CLI-Agent: four events, `{{…}}` in commands, one hook after the other, all of them run, one that blocks is enough. */
export const cliAgent = defineDialect({
  name: "cli-agent",
  title: "CLI-Agent",
  // The document's places, the weakest first; where the configuration folder was moved, that one is looked into as well.
  files: [
    { layer: "user", base: "home", path: ".config/cli-agent/settings.json" },
    { layer: "user", base: "config", path: "cli-agent/settings.json" },
    { layer: "user", base: "home", path: ".config/agent/settings.json" },
    { layer: "user", base: "config", path: "agent/settings.json" },
    { layer: "team", base: "project", path: ".config/agent/settings.json" },
    { layer: "local", base: "project", path: ".config/agent/settings.local.json" },
  ],
  hooksAt: ["hooks"],
  shape: "groups",
  entry: {
    fields: { working_directory: "string?", working_dir: "string?" },
    type: null,
    cwd: ["working_directory", "working_dir"],
  },
  events: {
    PreToolUse: "PreToolUse",
    // After success and after failure.
    PostToolUse: ["PostToolUse", "PostToolUseFailure"],
    Notification: "Notification",
    Stop: "Stop",
  },
  otherEvents: false,
  timeout: {
    unitMs: 1000,
    defaultMs: 30_000,
    minMs: 1,
    maxMs: 86_400_000,
    outside: "default",
    scope: "hook",
  },
  variables: { enabled: "HOOKS_ENABLED", timeout: "HOOKS_TIMEOUT" },
  matcher: "names-and-prefixes",
  matcherWithoutSubject: "must-be-empty",
  template: {
    form: "braces",
    names: [
      "tool_name",
      "tool_args",
      "result",
      "error",
      "message",
      "timestamp",
      "session_id",
      "user_input",
      "execution_time",
      "event_type",
      "conversation_length",
    ],
  },
  order: "sequential",
  afterBlock: "run-all",
  sees: "original",
  combine: "strongest",
  duplicates: "each",
  blockingExit: "two",
  reason: ["json", "stderr"],
  rewrite: "merge",
  environment: "whole",
  graceMs: 0,
  cwd: "process",
  denies: { Stop: "none" },
  background: ["Notification"],
  subagents: "off",
  answer: "last-object",
  answerFields: {
    continue: "boolean?",
    decision: "approve|block|modify?",
    reason: "string?",
    metadata: "object?",
    modified_args: "object?",
  },
  shown: 16_384,
  decode: decodeContext,
  encode: encodeDecision,
  present(event, { at, lastPrompt = null }) {
    const context = contextOf(event, at, lastPrompt);
    return { payload: context, values: context, env: {} };
  },
  read(answer, event) {
    const { continue: goesOn, decision, metadata: _, modified_args: changed, ...rest } = answer;
    // An approval only says that nothing is in the way: what else must be asked is asked.
    const stops = goesOn === false || decision === "block";
    const said = stops ? { ...rest, decision: "block" } : rest;
    if (!isObject(changed)) return said;
    if (event.spec.name !== "PreToolUse") {
      return { systemMessage: `"modified_args" has no effect on ${event.spec.name}`, ...said };
    }
    const specific = isObject(rest.hookSpecificOutput) ? rest.hookSpecificOutput : {};
    return {
      ...said,
      hookSpecificOutput: { hookEventName: event.spec.name, ...specific, updatedInput: changed },
    };
  },
  ends: () => false,
  effects: ({ metadata }): JsonObject => (isObject(metadata) ? { metadata } : {}),
});

/** The context object of the document: what a hook reads on stdin, and what `{{…}}` is looked up in. */
function contextOf({ spec, payload }: Event, at: number, lastPrompt: string | null): JsonObject {
  const { session_id: session, duration_ms: duration } = payload;
  const context: { [name: string]: Json | undefined } = {
    session_id: typeof session === "string" && session !== "" ? session : "unknown",
    timestamp: textOf(payload.timestamp) ?? new Date(at).toISOString(),
    hook_event_name: spec.name === "PostToolUseFailure" ? "PostToolUse" : spec.name,
    cwd: payload.cwd,
    tool_name: payload.tool_name,
    tool_args: payload.tool_input,
    result: payload.tool_response,
    error: payload.error,
    execution_time: typeof duration === "number" ? duration / 1000 : undefined,
    message: payload.message,
    event_type: payload.notification_type,
    conversation_length: payload.conversation_length,
    user_input: textOf(payload.user_input) ?? lastPrompt ?? undefined,
  };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
