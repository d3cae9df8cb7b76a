import type { JsonObject } from "hookline";
import type { ShownResult } from "./show.ts";

/** Claude Code's names for the ways in which a turn ends. */
const ends: { readonly [subtype in ShownResult["subtype"]]: JsonObject } = {
  success: { subtype: "success", is_error: false, stop_reason: "end_turn", terminal_reason: "completed" },
  error: { subtype: "error_during_execution", is_error: true, stop_reason: null },
  limit: { subtype: "error_max_turns", is_error: true, stop_reason: null, terminal_reason: "max_turns" },
  interrupted: {
    subtype: "error_during_execution",
    is_error: true,
    stop_reason: null,
    terminal_reason: "aborted_streaming",
  },
  deferred: {
    subtype: "success",
    is_error: false,
    stop_reason: "tool_deferred",
    terminal_reason: "tool_deferred",
  },
  stopped: { subtype: "success", is_error: false, stop_reason: null, terminal_reason: "hook_stopped" },
};

/** The object that ends every JSON output. */
export function resultObject(result: ShownResult, uuid: string): JsonObject {
  const end = ends[result.subtype];
  return {
    type: "result",
    ...end,
    result: result.text,
    ...(end.is_error === true && { errors: [result.text === "" ? result.subtype : result.text] }),
    duration_ms: Math.round(result.durationMs),
    num_turns: result.turns,
    session_id: result.sessionId,
    ...(result.deferred && { deferred_tool_use: { ...result.deferred } }),
    uuid,
  };
}
