import type { Decision } from "../contract/decision.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { untoldChanges } from "./untold.ts";

/** Names of the context → canonical names of the payload; the others stay as they are. */
const renamed = new Map([
  ["tool_args", "tool_input"],
  ["result", "tool_response"],
  ["event_type", "notification_type"],
]);

/** CLI-Agent's key of a built-in tool is `builtin:<name>`; hooks know it by its name. */
const builtIn = "builtin:";

/** Reads the context that CLI-Agent has for its hooks; a PostToolUse with an error is a failure. */
export function decodeContext(wire: JsonObject): ReturnType<Dialect["decode"]> {
  const { hook_event_name, hook_type, tool_name: tool, execution_time: seconds, ...rest } = wire;
  const name = hook_event_name ?? hook_type;
  const failed = name === "PostToolUse" && wire.error !== undefined && wire.error !== null;
  const payload: { [name: string]: Json | undefined } = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [renamed.get(key) ?? key, value]),
  );
  if (typeof tool === "string") {
    payload.tool_name = tool.startsWith(builtIn) ? tool.slice(builtIn.length) : tool;
  }
  if (typeof seconds === "number") payload.duration_ms = Math.round(seconds * 1000);
  if (name === "Stop") payload.stop_hook_active ??= false;
  if (failed) payload.error = String(wire.error);
  if (failed) delete payload.tool_response;
  else if (name === "PostToolUse") payload.tool_response ??= null;
  const event = typeof name === "string" ? name : "";
  return { event: failed ? "PostToolUseFailure" : event, payload };
}

/** Says a decision as a hook of CLI-Agent would: it can be stopped or changed, but it cannot ask. */
export function encodeDecision(decision: Decision): ReturnType<Dialect["encode"]> {
  const { updatedInput, effects, messages } = decision;
  const refusal = refusalOf(decision);
  const word = refusal !== null ? "block" : updatedInput ? "modify" : "approve";
  const reason = refusal ?? decision.reason;
  const told = [...messages.map(({ text }) => text), ...untoldChanges(decision, "CLI-Agent")];
  const answer: JsonObject = {
    continue: refusal === null,
    decision: word,
    ...(reason !== "" && { reason }),
    ...(effects.metadata !== undefined && { metadata: effects.metadata }),
    ...(word === "modify" && updatedInput && { modified_args: updatedInput }),
  };
  return {
    stdout: `${JSON.stringify(answer)}\n`,
    stderr: told.map((text) => `${text}\n`).join(""),
    exitCode: refusal === null ? 0 : 2,
  };
}

/** Why CLI-Agent must not go on; null if it may. */
function refusalOf({ verdict, reason, halt }: Decision): string | null {
  if (verdict === "deny") return reason || "blocked by a hook";
  if (halt) return halt.reason || reason || "a hook ends the turn";
  if (verdict === "pass" || verdict === "allow") return null;
  return reason || "a hook wants somebody to be asked, and CLI-Agent cannot ask";
}
