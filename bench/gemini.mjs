// The HookRunner of Gemini CLI's core, called directly: it runs command hooks with bash, and writes to the console what it does.

import { payload } from "./lanes.mjs";
import { loadPeer } from "./peers.mjs";

/** A function that runs commands as hooks of one event, all at once; null if the peer is not installed. */
export async function geminiRunner() {
  const module = await loadPeer("@google/gemini-cli-core/dist/src/hooks/hookRunner.js");
  if (!module) return null;
  // It says each command; to print that would be the peer's cost here and not its users'.
  console.debug = () => {};
  const cwd = process.cwd();
  const runner = new module.HookRunner({
    isTrustedFolder: () => true,
    sanitizationConfig: {},
    storage: { getPlansDir: () => cwd },
  });
  const input = { session_id: "s", cwd, hook_event_name: "BeforeTool", ...payload };
  return async (commands) => {
    const hooks = commands.map((command) => ({ type: "command", command, source: "user" }));
    const results = await runner.executeHooksParallel(hooks, "BeforeTool", input);
    if (results.some(({ success }) => !success)) throw new Error("Gemini CLI's HookRunner failed");
  };
}
