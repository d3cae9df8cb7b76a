import { expect, it } from "vitest";
import { createEngine } from "../../src/index.ts";
import { makePlace } from "./place.ts";
import { areAlive, endProcesses } from "./processes.ts";

/** Keeps the event loop from everything else, as an agent with much to compute does. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it("kills a hook that ignores SIGTERM, although the agent has no time at the moment of SIGKILL", async () => {
  const place = makePlace(() => ({}));
  const command = "trap '' TERM; echo $$ > $BASE/pid_sh; while :; do sleep 0.1; done";
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command, timeout: 0.5 }] }] };
  place.write({ team: JSON.stringify({ hooks }) });
  const { project: cwd, env, system: systemRoot } = place;
  const engine = await createEngine({ cwd, env, systemRoot, dialects: ["native"], trust: "all" });
  const number = () => ({ pid_sh: Number(place.marks().pid_sh) });
  try {
    // SIGTERM is due after 0.5 s and SIGKILL after 1 s.
    setTimeout(() => block(700), 800);
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: {} });
    expect(decision.runs.map(({ fault, left }) => [fault, left])).toEqual([["timeout", []]]);
    expect(await areAlive(number())).toEqual({ pid_sh: false });
  } finally {
    await engine.close();
    endProcesses(Object.values(number()));
    await place.remove();
  }
});
