// The soak: events of all kinds for minutes on end, and what they leave. Not part of CI: `npm run bench -- --soak`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { allRunners, createEngine } from "hookline";
import { realHook } from "./lanes.mjs";
import { summary } from "./measure.mjs";
import { machine } from "./report.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";
import { columns, time } from "./table.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Hooks that end well, say no, fail, flood, leave a child behind, and do not end. */
const hooks = [
  { matcher: "Write", hooks: [{ type: "command", command: realHook }] },
  { matcher: "Bash", hooks: [{ type: "command", command: "cat >/dev/null; echo no >&2; exit 2" }] },
  { matcher: "Edit", hooks: [{ type: "command", command: "head -c 300000 /dev/zero | tr '\\0' x" }] },
  { matcher: "Glob", hooks: [{ type: "command", command: "exit 3" }] },
  { matcher: "Grep", hooks: [{ type: "policy", packs: ["commands"] }] },
  { matcher: "Task", hooks: [{ type: "command", command: "sleep 31.7 & sleep 31.7", timeout: 0.2 }] },
];

/** Answers each line with its identifier: the least that a worker does. */
const worker = `let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify({ id: JSON.parse(line).id }) + "\\n");
});
`;
const hasWorkers = allRunners.some(({ type }) => type === "worker");

/** One turn of events, and the verdict or fault that each must come to; the one that hangs comes once a second at most. */
const kinds = [
  ["Write", ({ verdict, runs }) => verdict === "pass" && runs[0].status === "ok"],
  ["Bash", ({ verdict }) => verdict === "deny"],
  ["Edit", ({ runs }) => runs.length === 1],
  ["Glob", ({ runs }) => runs[0].exitCode === 3],
  ["Grep", ({ runs }) => runs[0].status === "ok"],
  ["Read", ({ runs }) => runs.length === 0],
  ["Fetch", ({ runs }) => runs.length === 1 && runs[0].status === "ok"],
  ...(hasWorkers ? [["NotebookEdit", ({ runs }) => runs[0].status === "ok"]] : []),
];
const hanging = ["Task", ({ runs }) => runs[0].fault === "timeout"];

const entries = (folder) => {
  try {
    return readdirSync(folder).length;
  } catch {
    return null;
  }
};

/** Children of this process and of its helpers, by the process table; null where there is none to look into. */
function descendants() {
  if (entries("/proc") === null) return null;
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
      parents.set(Number(pid), Number(rest.split(" ")[1]));
    } catch {
      // It has ended since.
    }
  }
  const isOurs = (pid) => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== process.pid && isOurs(parents.get(pid))).length;
}

/** What the process holds now. */
function sample(at, events, times) {
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  const { median, p95 } = summary(times);
  return {
    seconds: Math.round(at / 1_000),
    events,
    medianMs: median,
    p95Ms: p95,
    heapMb: heapUsed / 1024 ** 2,
    rssMb: rss / 1024 ** 2,
    handles: process.getActiveResourcesInfo().length,
    files: entries("/proc/self/fd"),
    processes: descendants(),
  };
}

/** What is told of an answer that is not as it should be. */
function mistake(tool, { verdict, runs }, at) {
  const { status, fault, exitCode, signal } = runs[0] ?? {};
  return { seconds: at / 1_000, tool, verdict, status, fault, exitCode, signal };
}

async function soak(seconds) {
  const project = scratchFolder("soak");
  writeFileSync(`${project}/worker.mjs`, worker);
  const entry = { type: "worker", command: process.execPath, args: [`${project}/worker.mjs`] };
  const answering = hasWorkers ? [{ matcher: "NotebookEdit", hooks: [entry] }] : [];
  writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: [...hooks, ...answering] } });
  const engine = await createEngine({ ...quietOptions(project), trace: "digest" });
  engine.on("PreToolUse", "Fetch", async () => undefined);
  const wrong = [];
  let [events, times, hung] = [0, [], 0];
  const fire = async ([tool_name, holds]) => {
    const began = performance.now();
    const decision = await engine.fire("PreToolUse", { tool_name, tool_input: { command: "ls" } });
    events += 1;
    if (!holds(decision)) wrong.push(mistake(tool_name, decision, elapsed()));
    // The one that hangs takes what its deadline says.
    if (tool_name !== "Task") times.push(performance.now() - began);
  };
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const every = (seconds * 1_000) / 10;
  const samples = [];
  // A tenth to warm up, and nine that are looked at.
  for (let next = every; samples.length < 10; ) {
    await Promise.all(kinds.map(fire));
    if (elapsed() > hung + 1_000) {
      hung = elapsed();
      await fire(hanging);
    }
    if (elapsed() < next) continue;
    samples.push(sample(elapsed(), events, times));
    process.stderr.write(
      `${samples.at(-1).seconds.toString().padStart(4)} s  ${events.toLocaleString("en-US")} events\n`,
    );
    times = [];
    next += every;
  }
  await engine.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const left = { processes: descendants(), handles: process.getActiveResourcesInfo().length };
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    seconds,
    events,
    wrong,
    samples,
    left,
  };
}

const [seconds, flag] = process.argv.slice(2);
const found = await soak(Number(seconds));
const broken = found.wrong.length > 0 || (found.left.processes ?? 0) > 0;
if (flag === "--json") {
  console.log(JSON.stringify(found, null, 2));
} else {
  const lines = found.samples.map((one) => [
    `${one.seconds} s`,
    one.events.toLocaleString("en-US"),
    time(one.medianMs),
    time(one.p95Ms),
    `${one.heapMb.toFixed(1)} MB`,
    `${one.rssMb.toFixed(0)} MB`,
    ...[one.handles, one.files, one.processes].map((count) => String(count ?? "-")),
  ]);
  const heads = ["after", "events", "median", "p95", "heap", "resident", "handles", "files", "processes"];
  for (const line of columns([heads, ...lines])) console.log(line);
  console.log(
    `wrong answers: ${found.wrong.length}; left after close: ${found.left.processes ?? "?"} processes`,
  );
}
process.exitCode = broken ? 1 : 0;
