import type { Decision } from "../contract/decision.ts";
import type { Event, EventSpec } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { forgeEvents, forgeType } from "./forge-events.ts";
import { untoldChanges } from "./untold.ts";

/** What the fields of a payload are called in the `data` of an event; others keep their names. */
const dataNames: { readonly [field: string]: string } = {
  cwd: "working_dir",
  tool_input: "tool_args",
  tool_response: "tool_result",
  model: "llm_model",
  role: "message_role",
  content: "message_content",
  permission_level: "perm_level",
  permission_rule: "perm_rule",
  prompt: "user_input",
};

/** What Code-Forge counts and other agents do not. */
const counted: ReadonlySet<string> = new Set(["llm_tokens", "message_count"]);

/** What stands beside `data`, or is its own event's name. */
const besides: ReadonlySet<string> = new Set(["session_id", "tool_name", "hook_event_name"]);

/** An event as Code-Forge writes it: its type, its time in seconds, its data, its tool and its session. */
export function forgeEvent({ spec, payload }: Event, at: number): JsonObject & { readonly data: JsonObject } {
  const { session_id, tool_name = null } = payload;
  const fields = Object.entries(payload).filter(([field]) => !besides.has(field));
  const renamed = fields.map(([field, value]) => [nameOf(spec, field), value]);
  const data: Record<string, Json | undefined> = Object.fromEntries(renamed);
  const tokens = [payload.input_tokens, payload.output_tokens].filter((count) => typeof count === "number");
  if (tokens.length > 0) data.llm_tokens = tokens.reduce((sum, count) => sum + count, 0);
  if (Array.isArray(payload.messages)) data.message_count = payload.messages.length;
  // Nobody is asked about what a rule allows or denies.
  if (spec.name === "PermissionRequest") data.perm_level ??= "ask";
  return { type: forgeType(spec.name), timestamp: at / 1000, data, tool_name, session_id };
}

function nameOf(spec: EventSpec, field: string): string {
  // Only the events of a model are about one.
  const own = field === "model" && spec.subject !== "model";
  return own || !Object.hasOwn(dataNames, field) ? field : (dataNames[field] ?? field);
}

/** What an event must have that Code-Forge does not always tell. */
const usual: { readonly [event: string]: JsonObject } = {
  PostToolUse: { tool_response: null },
  PostToolUseFailure: { error: "" },
  ModelRequest: { model: "" },
  ModelResponse: { model: "" },
  StreamStart: { model: "" },
  StreamEnd: { model: "" },
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  MessageAdded: { role: "" },
  PermissionDenied: { reason: "" },
  UserPromptSubmit: { prompt: "" },
};

/** Reads an event as Code-Forge writes it. */
export function decodeForge(wire: JsonObject): { readonly event: string; readonly payload: JsonObject } {
  const { type, data, tool_name, session_id } = wire;
  const known = typeof type === "string" && Object.hasOwn(forgeEvents, type) ? forgeEvents[type] : type;
  const event = typeof known === "string" ? known : "";
  const fields = new Map(Object.entries(dataNames).map(([field, name]) => [name, field]));
  const told = Object.entries(isObject(data) ? data : {}).filter(([name]) => !counted.has(name));
  return {
    event,
    payload: {
      ...(typeof session_id === "string" && { session_id }),
      ...(typeof tool_name === "string" && { tool_name, tool_input: {} }),
      ...(Object.hasOwn(usual, event) && usual[event]),
      ...Object.fromEntries(told.map(([name, value]) => [fields.get(name) ?? name, value])),
    },
  };
}

/** Answers Code-Forge as one of its hooks does: non-zero and a reason on stdout, or 0 and what is changed. */
export function encodeForge(decision: Decision): { stdout: string; stderr: string; exitCode: number } {
  const { updatedInput, messages } = decision;
  const refusal = refusalOf(decision);
  const told = [...messages.map(({ text }) => text), ...untoldChanges(decision, "Code-Forge")];
  const change = updatedInput === null ? "" : `${JSON.stringify({ modified_args: updatedInput })}\n`;
  return {
    stdout: refusal === null ? change : `${refusal}\n`,
    stderr: told.map((text) => `${text}\n`).join(""),
    exitCode: refusal === null ? 0 : 1,
  };
}

/** Why Code-Forge must not go on: its hooks cannot ask, so what should be asked about is refused. */
function refusalOf({ verdict, reason, halt, event }: Decision): string | null {
  if (halt) return halt.reason || reason || "a hook ends the turn";
  if (verdict === "deny") return reason || "blocked by a hook";
  return verdict === "ask" || verdict === "defer"
    ? reason || `a hook wants ${event} to be asked about`
    : null;
}
