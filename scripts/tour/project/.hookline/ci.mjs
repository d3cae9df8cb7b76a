// Tells the CI that there is work, and what changed. A CI that does not answer is told, and no more.
import { readFileSync } from "node:fs";

const { session_id: session } = JSON.parse(readFileSync(0, "utf8"));
const calls = readFileSync(".wingman/audit.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const written = calls.filter(
  (call) => call.session_id === session && /^(write|edit)_file$/.test(call.tool_name),
);
const changed = [...new Set(written.map(({ tool_input }) => tool_input.file_path))];
try {
  const body = JSON.stringify({ event: "agent-done", session, changed });
  const headers = { "content-type": "application/json" };
  const { ok, status } = await fetch(process.env.CI_URL, { method: "POST", headers, body });
  if (!ok) throw new Error(`status ${status}`);
  console.log(`the CI was told: ${changed.length} changed`);
} catch (error) {
  console.error(`the CI was not told: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}
