import type { Decision } from "../contract/decision.ts";
import type { JsonObject } from "../contract/json.ts";
import { untoldChanges } from "./untold.ts";

/** GenCode's names of what it knows of an event → the canonical ones; those of Claude Code are understood too. */
const fields: { readonly [name: string]: string } = {
  event: "hook_event_name",
  toolName: "tool_name",
  toolInput: "tool_input",
  toolResult: "tool_response",
  sessionId: "session_id",
};

/** What GenCode never says of an event and every payload of it must say. */
const unsaid: { readonly [event: string]: JsonObject } = {
  PostToolUse: { tool_response: null },
  PostToolUseFailure: { error: "" },
  Notification: { message: "", notification_type: "" },
  Stop: { stop_hook_active: false },
  SessionStart: { source: "startup" },
  SubagentStop: { stop_hook_active: false, agent_id: "", agent_type: "", agent_transcript_path: "" },
};

/** Reads GenCode's context of an event, or Claude Code's payload. */
export function decodeContext(wire: JsonObject): { readonly event: string; readonly payload: JsonObject } {
  const own = Object.entries(wire).filter(([name]) => Object.hasOwn(fields, name));
  const rest = Object.entries(wire).filter(([name]) => !Object.hasOwn(fields, name));
  const said: JsonObject = Object.fromEntries([
    ...own.map(([name, value]) => [fields[name] ?? name, value] as const),
    ...rest,
  ]);
  const { hook_event_name: name } = said;
  const event = typeof name === "string" ? name : "";
  return { event, payload: { ...(Object.hasOwn(unsaid, event) ? unsaid[event] : {}), ...said } };
}

/** What GenCode reads of a hook: exit code 2 with the reason on stderr blocks; stdout is shown. */
export function encodeDecision(decision: Decision): {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
} {
  const refusal = refusalOf(decision);
  const said = [...decision.messages.map(({ text }) => text), ...untoldChanges(decision, "GenCode")];
  const told = [...decision.context, ...said];
  return {
    stdout: told.map((line) => `${line}\n`).join(""),
    stderr: refusal === null ? "" : `${refusal}\n`,
    exitCode: refusal === null ? 0 : 2,
  };
}

/** GenCode can neither ask nor take another input, so both are a no. */
function refusalOf({ verdict, reason, halt, updatedInput, event }: Decision): string | null {
  if (verdict === "deny") return reason;
  if (halt) return halt.reason || "a hook ends the turn";
  if (verdict === "ask" || verdict === "defer") return reason || `a hook wants ${event} to be asked about`;
  return updatedInput === null ? null : "a hook changed the input, which GenCode cannot take";
}
