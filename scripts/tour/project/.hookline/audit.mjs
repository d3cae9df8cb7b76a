// One line for each call of a tool, and how it ended: done, failed or denied.
import { appendFileSync, readFileSync } from "node:fs";

const ends = { PostToolUse: "done", PostToolUseFailure: "failed", PermissionDenied: "denied" };
const { hook_event_name, session_id, tool_name, tool_input } = JSON.parse(readFileSync(0, "utf8"));
const record = {
  at: new Date().toISOString(),
  session_id,
  tool_name,
  tool_input,
  end: ends[hook_event_name],
};
appendFileSync(".hookline/audit.jsonl", `${JSON.stringify(record)}\n`, { mode: 0o600 });
