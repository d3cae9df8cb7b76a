// What a payload of a megabyte costs the loop when twenty hooks get it, beside serialising it for each of them.
import { createEngine } from "hookline";
import { inTurns, quantile, row } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

const hookCount = 20;

/** Lines of a source file, about a megabyte of them. */
const content = 'export const name = "value"; // a line of some file\n'.repeat(20_000);
const payloadOf = (text) => ({ tool_name: "Write", tool_input: { file_path: "/a/b.ts", content: text } });

/** How long the loop was not free while something was done, in milliseconds. */
async function busy(act) {
  const before = performance.eventLoopUtilization();
  await act();
  return performance.eventLoopUtilization(before).active;
}

/** The engine with a host that takes commands and runs none: what is left is the engine's own work for each hook. */
function hostWithoutProcesses() {
  const facts = {
    end: { kind: "exit", code: 0 },
    stdout: { text: "", tail: "", bytes: 0, truncated: false, valid: true },
    stderr: { text: "", tail: "", bytes: 0, truncated: false, valid: true },
    durationMs: 0,
    left: [],
  };
  return {
    run: (batch) => batch.commands.map(async () => facts),
    close: async () => {},
  };
}

/** The rows of this part. */
export async function payloadRows({ quick = false } = {}) {
  const project = scratchFolder("payload");
  const hooks = Array.from({ length: hookCount }, (_, number) => ({
    type: "command",
    command: `cat >/dev/null # ${number}`,
  }));
  writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: [{ hooks }] } });
  const [large, small] = [payloadOf(content), payloadOf("short")];
  const perHook = () => {
    const about = { ...large, session_id: "s", cwd: project, hook_event_name: "PreToolUse" };
    for (let hook = 0; hook < hookCount; hook++) Buffer.from(`${JSON.stringify(about)}\n`);
  };
  const shots = quick ? 2 : 25;

  const bare = await createEngine({ ...quietOptions(project), host: hostWithoutProcesses() });
  const own = await inTurns({
    mine: () => bare.fire("PreToolUse", large),
    baseline: perHook,
    shots,
    warmUp: quick ? 1 : 5,
  });
  await bare.close();

  const engine = await createEngine(quietOptions(project));
  const times = { large: [], small: [], perHook: [] };
  for (let shot = quick ? -1 : -3; shot < shots; shot++) {
    const took = {
      large: await busy(() => engine.fire("PreToolUse", large)),
      small: await busy(() => engine.fire("PreToolUse", small)),
      perHook: await busy(perHook),
    };
    if (shot >= 0) for (const [name, ms] of Object.entries(took)) times[name].push(ms);
  }
  await engine.close();
  const median = (name) => quantile(times[name], 0.5);
  return [
    row(
      "1 MB to 20 hooks, the engine's own work (against serialising per hook)",
      own.baseline.median,
      own.mine.median,
      0.1,
    ),
    row(
      "1 MB to 20 hooks, what it adds to the busy loop (against serialising per hook)",
      median("perHook"),
      Math.max(0, median("large") - median("small")),
      null,
    ),
  ];
}
