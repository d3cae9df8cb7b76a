import type { Event } from "../contract/event.ts";
import type { Json } from "../contract/json.ts";
import type { TouchedText } from "./model.ts";

/** Fields that say where and when, and nothing that anybody wrote. */
const bookkeeping: ReadonlySet<string> = new Set([
  "session_id",
  "transcript_path",
  "cwd",
  "hook_event_name",
  "permission_mode",
  "tool_name",
  "tool_use_id",
  "prompt_id",
  "agent_id",
  "agent_type",
  "agent_transcript_path",
  "timestamp",
  "model",
]);

/** Nothing of use is nested deeper. */
const deepest = 100;

/** Every text that an event brings: of a tool that has run, what it gave; of everything else, what was written. */
export function textsOf({ spec, payload }: Event): readonly TouchedText[] {
  const past = payload.tool_response !== undefined || spec.name === "PostToolUseFailure";
  const texts: TouchedText[] = [];
  for (const [field, value] of Object.entries(payload)) {
    if (value === undefined || bookkeeping.has(field) || (past && field === "tool_input")) continue;
    gather(value, field, texts, 0);
  }
  return texts;
}

function gather(value: Json, field: string, texts: TouchedText[], depth: number): void {
  if (typeof value === "string") {
    if (value !== "") texts.push({ value, field });
    return;
  }
  if (typeof value !== "object" || value === null || depth >= deepest) return;
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) gather(item, `${field}.${key}`, texts, depth + 1);
  }
}
