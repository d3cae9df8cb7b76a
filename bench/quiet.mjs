// `fire` on an event that no hook is for: it happens before every tool call of every agent.
import { createEngine } from "hookline";
import { inTurns, row } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

/** The most that an event without hooks may cost, in milliseconds. */
const most = 0.005;

export async function quietRows() {
  const project = scratchFolder("quiet");
  writeJson(`${project}/.hookline/hooks.json`, {
    hooks: { PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "true" }] }] },
  });
  const engine = await createEngine(quietOptions(project));
  const payload = { tool_name: "Read", tool_input: { file_path: "/a/b.ts" } };
  const nothing = async () => payload;
  const times = await inTurns({
    mine: () => engine.fire("PreToolUse", payload),
    baseline: nothing,
    shots: 60,
    acts: 2_000,
  });
  await engine.close();
  const { median, p95 } = times.mine;
  return [
    {
      ...row("fire, no matching hook (against an empty async function)", times.baseline.median, median, null),
      goal: "< 5 µs",
      met: median < most,
    },
    {
      ...row("fire, no matching hook, p95", times.baseline.p95, p95, null),
      goal: "< 10 µs",
      met: p95 < 2 * most,
    },
  ];
}
