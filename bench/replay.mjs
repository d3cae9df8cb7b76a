// Replay of recorded events with policy hooks: how long it takes beside a plain loop over the same payloads, and what memory it holds.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEngine, createReplay, readRecords } from "hookline";
import { inTurns, row } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

const many = 10_000;
const sessions = 10;

/** What agents do all day. */
const commands = [
  "npm test -- --run src/app.test.ts",
  "git status && git diff --stat",
  'grep -rn "TODO" src --include="*.ts" | head -n 20',
  "ls -la packages/app && cat package.json",
  "mkdir -p build && cp -r assets build/assets",
  "git commit -am 'Say what it does'",
  "sed -n 1,80p src/index.ts",
  "git push --force origin main",
];

/** Records so many events of a project with policy hooks. */
async function record(options, count) {
  const engine = await createEngine(options);
  await engine.recording().start({ forMs: 3_600_000 });
  for (let at = 0; at < count; at++) {
    const command = `${commands[at % commands.length]} # ${at}`;
    const session_id = `session-${Math.floor((at * sessions) / count)}`;
    await engine.fire("PreToolUse", { session_id, tool_name: "Bash", tool_input: { command } });
  }
  await engine.recording().stop();
  const { stateFolder } = engine;
  await engine.close();
  return stateFolder;
}

export async function replayRows({ quick }) {
  const project = scratchFolder("replay");
  writeJson(`${project}/.hookline/hooks.json`, {
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "policy", packs: ["commands", "git", "paths"] }] }],
    },
  });
  const options = quietOptions(project);
  const count = quick ? 200 : many;
  const stateFolder = await record(options, count);
  const payloads = [...readRecords(stateFolder)].map(({ payload }) => payload);
  if (payloads.length !== count) throw new Error(`${payloads.length} of ${count} events were recorded`);
  const replay = await createReplay(options);
  const plain = await createEngine({ ...options, rehearse: true });
  const mine = async () => {
    for (const one of readRecords(stateFolder)) {
      if ((await replay.judge(one)).ending !== "same") throw new Error("a replay of the same differs");
    }
  };
  const baseline = async () => {
    for (const [at, payload] of payloads.entries()) {
      await plain.fire("PreToolUse", payload);
      // Without this the timers of events that are over would pile up.
      if (at % 50 === 0) await new Promise((next) => setImmediate(next));
    }
  };
  const times = await inTurns({ mine, baseline, shots: quick ? 1 : 3, warmUp: 1 });
  await plain.close();
  payloads.length = 0;
  const memory = await heapAt(replay, stateFolder, count);
  await replay.close();
  return [
    row(
      `replay of ${count.toLocaleString("en-US")} recorded events (against a plain loop in memory)`,
      times.baseline.median,
      times.mine.median,
      2,
    ),
    {
      ...row("heap of a replay after all of them (against after a tenth)", memory.tenth, memory.all, 1.1),
      unit: "bytes",
    },
  ];
}

/** The heap after a tenth of the events and after all of them, each after a thorough collection. */
async function heapAt(replay, stateFolder, count) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const used = () => {
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  let [done, tenth] = [0, 0];
  for (const one of readRecords(stateFolder)) {
    await replay.judge(one);
    if (++done === count / 10) tenth = used();
  }
  return { tenth, all: used() };
}
