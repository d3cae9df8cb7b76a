// One line for each call, those that are blocked later too.
import { appendFileSync, readFileSync } from "node:fs";

const { session_id, tool_name, tool_use_id, tool_input } = JSON.parse(readFileSync(0, "utf8"));
const record = { at: new Date().toISOString(), session_id, tool_name, tool_use_id, tool_input };
appendFileSync(".wingman/audit.jsonl", `${JSON.stringify(record)}\n`, { mode: 0o600 });
