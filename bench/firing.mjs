// Command hooks through the engine, against bare child_process.spawn of the same commands with the same payload.
import { spawn } from "node:child_process";
import { createEngine } from "hookline";
import { inTurns, quantile, ratioRows, row } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

/** Reads the event and says nothing: what every real hook does at least. */
const commandOf = (number) => `cat >/dev/null; echo '{}' # ${number}`;

/** The least that somebody must write to run a command with input and get its output. */
function bareSpawn(command, input) {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command]);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", () => {});
    child.stdin.on("error", () => {});
    child.on("close", () => resolve(Buffer.concat(chunks).toString()));
    child.stdin.end(input);
  });
}

export async function firingRows() {
  const rows = [];
  for (const [count, shots, goal] of [
    [1, 150, 1.1],
    [5, 60, null],
    [20, 30, null],
  ]) {
    const project = scratchFolder(`firing-${count}`);
    const commands = Array.from({ length: count }, (_, number) => commandOf(number));
    const hooks = commands.map((command) => ({ type: "command", command }));
    writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: [{ hooks }] } });
    // Both sides pass on the process's own environment, as everybody does who does not say otherwise.
    const { env, ...options } = quietOptions(project);
    process.env.HOME = env.HOME;
    const engine = await createEngine(options);
    const payload = { tool_name: "Write", tool_input: { file_path: "/a/b.ts", content: "x".repeat(800) } };
    const about = { ...payload, session_id: "s", cwd: project, hook_event_name: "PreToolUse" };
    const decision = await engine.fire("PreToolUse", payload);
    if (decision.runs.length !== count || decision.runs.some(({ status }) => status !== "ok"))
      throw new Error("a hook did not run");
    const times = await inTurns({
      mine: () => engine.fire("PreToolUse", payload),
      baseline: () => {
        const input = `${JSON.stringify(about)}\n`;
        return Promise.all(commands.map((command) => bareSpawn(command, input)));
      },
      shots,
    });
    rows.push(
      ...ratioRows(
        `fire with ${count} command hook${count > 1 ? "s" : ""} (against bare spawn)`,
        times,
        goal,
      ),
    );
    if (count === 20) rows.push(await stallRow(engine, payload, commands[0], about));
    await engine.close();
  }
  return rows;
}

/** The longest time that the loop was not free while something was done, beyond the wait of a timer. */
async function longestStall(act) {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  await act();
  longest = Math.max(longest, performance.now() - last - 1);
  clearInterval(timer);
  return longest;
}

/** Twenty hooks at once must not hold the loop much longer than one start does. */
async function stallRow(engine, payload, command, about) {
  const stalls = { mine: [], baseline: [] };
  for (let shot = -3; shot < 30; shot++) {
    const mine = await longestStall(() => engine.fire("PreToolUse", payload));
    const baseline = await longestStall(() => bareSpawn(command, `${JSON.stringify(about)}\n`));
    if (shot < 0) continue;
    stalls.mine.push(mine);
    stalls.baseline.push(baseline);
  }
  const [one, twenty] = [quantile(stalls.baseline, 0.5), quantile(stalls.mine, 0.5)];
  return row("longest stall of the loop with 20 command hooks (against one bare spawn)", one, twenty, 2);
}
