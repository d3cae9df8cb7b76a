// A worker hook through the engine, against a bare echo of JSON lines over pipes, and against the same hook started cold by Node.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createEngine } from "hookline";
import { inTurns, ratioRows, summary } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

/** Answers each line with its id: the least that a worker does. */
const echo = `let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify({ id: JSON.parse(line).id }) + "\\n");
});
`;

/** The same as an ordinary hook. */
const cold = `let text = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => (text += chunk)).on("end", () => {
  JSON.parse(text);
  process.stdout.write("{}\\n");
});
`;

/** The least that somebody must write to ask a process that stays. */
function bareEcho(script) {
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line);
    waiting.get(id)?.();
    waiting.delete(id);
  });
  let serial = 0;
  return {
    ask: (event) =>
      new Promise((resolve) => {
        const id = ++serial;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, event })}\n`);
      }),
    close: () => child.kill(),
  };
}

function bareSpawn(script, input) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script]);
    child.stdout.resume();
    child.stderr.resume();
    child.on("close", resolve);
    child.stdin.end(input);
  });
}

/** So many events follow each start of Node: the first of them finds nothing of its own in the caches of the machine. */
const eventsPerStart = 10;

/** Starts of Node and events in turns; `first` are the events that come right after a start. */
async function besideStarts(mine, start, shots) {
  const times = { mine: [], first: [], baseline: [] };
  const timed = async (act, into) => {
    const began = performance.now();
    await act();
    into.push(performance.now() - began);
  };
  for (let shot = 0; shot < shots; shot++) {
    await timed(start, times.baseline);
    await timed(mine, times.first);
    for (let count = 1; count < eventsPerStart; count++) await timed(mine, times.mine);
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, summary(values)]));
}

export async function workerRows({ quick = false } = {}) {
  const project = scratchFolder("worker");
  writeFileSync(`${project}/echo.mjs`, echo);
  writeFileSync(`${project}/cold.mjs`, cold);
  const entry = { type: "worker", command: process.execPath, args: [`${project}/echo.mjs`] };
  writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: [{ hooks: [entry] }] } });
  const { env, ...options } = quietOptions(project);
  process.env.HOME = env.HOME;
  const engine = await createEngine(options);
  const bare = bareEcho(`${project}/echo.mjs`);
  const payload = { tool_name: "Write", tool_input: { file_path: "/a/b.ts", content: "x".repeat(800) } };
  const about = { ...payload, session_id: "s", cwd: project, hook_event_name: "PreToolUse" };
  const mine = () => engine.fire("PreToolUse", payload);
  const { runs } = await mine();
  if (runs.length !== 1 || runs[0].status !== "ok") throw new Error("the worker did not answer");
  // A process that stays is warm, and so is who asks it.
  const warmUp = quick ? 5 : 2_000;
  const rows = [];
  const echoed = await inTurns({ mine, baseline: () => bare.ask(about), shots: quick ? 50 : 1_000, warmUp });
  rows.push(...ratioRows("fire with a worker hook (against a bare echo of JSON lines)", echoed, 2));
  const input = `${JSON.stringify(about)}\n`;
  const started = await besideStarts(mine, () => bareSpawn(`${project}/cold.mjs`, input), quick ? 5 : 60);
  rows.push(...ratioRows("fire with a worker hook (against a cold Node hook)", started, 0.005));
  const first = { mine: started.first, baseline: started.baseline };
  rows.push(...ratioRows("… the first event after such a start (against a cold Node hook)", first, null));
  bare.close();
  await engine.close();
  return rows;
}
