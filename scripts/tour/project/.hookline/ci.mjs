// Tells the CI what the session has changed. A CI that does not answer is told, and no more.
import { readFileSync } from "node:fs";

const { session_id: session } = JSON.parse(readFileSync(0, "utf8"));
const audit = readFileSync(".hookline/audit.jsonl", "utf8").trimEnd().split("\n");
const calls = audit.map((line) => JSON.parse(line).event).filter((call) => call.session_id === session);
const edits = calls.filter(
  ({ hook_event_name, tool_name }) =>
    hook_event_name === "PostToolUse" && ["write_file", "edit_file"].includes(tool_name),
);
const changed = [...new Set(edits.map(({ tool_input }) => tool_input.file_path))];
if (changed.length === 0) {
  console.log("nothing has changed, so the CI is not told");
} else {
  try {
    const body = JSON.stringify({ event: "agent-done", session, changed });
    const headers = { "content-type": "application/json" };
    const { ok, status } = await fetch(process.env.CI_URL, { method: "POST", headers, body });
    if (!ok) throw new Error(`status ${status}`);
    console.log(`the CI was told: ${changed.join(", ")}`);
  } catch (error) {
    console.error(`the CI was not told: ${error.cause?.code ?? error.message}`);
    process.exitCode = 1;
  }
}
