// The checks of the guard: each a ratio of two things that take turns, few shots, warm. Written to the file that is named first.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine } from "hookline";
import { allPacks, compilePolicy, judgePolicy, makeModel } from "hookline/policy";
import { parse } from "unbash";
import { createCatalog } from "../packages/hookline/dist/events/catalog.js";
import { judgeTools } from "../packages/hookline/dist/runners/judge-tools.js";
import { allRan, bareSpawn, engineOver, payload, realHook } from "./lanes.mjs";
import { inTurns, quantile } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

const fire = (engine) => () => engine.fire("PreToolUse", payload);
/** What a machine can do in the meantime, whatever it is: JSON of the payload there and back. */
const yardstick = () => JSON.parse(JSON.stringify(payload));

async function engineWith(name, groups) {
  const project = scratchFolder(`guard-${name}`);
  writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: groups } });
  return createEngine(quietOptions(project));
}

const others = (count) =>
  Array.from({ length: count }, (_, number) => ({
    matcher: [`Tool${number}`, `Tool${number}|Other${number}`, `^Tool${number}$`][number % 3],
    hooks: [{ type: "command", command: `true ${number}` }],
  }));

/** The p10 of mine over that of the baseline, for what takes milliseconds and happens in other processes. */
async function timeRatio(turns) {
  const { mine, baseline } = await inTurns(turns);
  return mine.p10 / baseline.p10;
}

/** The milliseconds of this process's own work for so many acts: what others take from the cores meanwhile is not in it. */
async function workOf(act, acts) {
  const before = process.cpuUsage();
  for (let count = 0; count < acts; count++) await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** As many acts as take about a millisecond when they are warm. */
async function actsOf(act) {
  let acts = 1;
  for (let done = 0; done < 250; ) {
    const work = await workOf(act, acts);
    done += Math.max(work, 0.05);
    acts = Math.max(1, Math.min(10_000, Math.round(acts / Math.max(work, 0.1))));
  }
  return acts;
}

/** The p10 of the work of mine over that of the baseline, in shots of the same length: longer ones would meet more that is not theirs. */
async function workRatio({ mine, baseline, acts, shots = 150 }) {
  const [ofMine, ofBaseline] = [acts ?? (await actsOf(mine)), acts ?? (await actsOf(baseline))];
  const work = { mine: [], baseline: [] };
  for (let shot = 0; shot < shots; shot++) {
    work.mine.push((await workOf(mine, ofMine)) / ofMine);
    work.baseline.push((await workOf(baseline, ofBaseline)) / ofBaseline);
  }
  return quantile(work.mine, 0.1) / quantile(work.baseline, 0.1);
}

const bare = () => bareSpawn(realHook);

/** The agent's own work for one real command, beside that for bare spawn; null if this machine or build cannot run it that way. */
async function command(kind) {
  const engine = await engineOver(kind, [{ command: realHook }]).catch(() => null);
  if (engine === null) return null;
  for (let count = 0; count < 10; count++) allRan(await engine.fire(), 1);
  const ratio = await workRatio({ mine: engine.fire, baseline: bare, acts: 1, shots: 40 });
  await engine.close();
  return ratio;
}

const checks = {
  /** An event that no hook is for. */
  async quiet() {
    const engine = await engineWith("quiet", others(1));
    const ratio = await workRatio({ mine: fire(engine), baseline: yardstick });
    await engine.close();
    return ratio;
  },
  /** The same among two thousand hooks, beside ten. */
  async matching() {
    const [many, few] = [await engineWith("many", others(2_000)), await engineWith("few", others(10))];
    const ratio = await workRatio({ mine: fire(many), baseline: fire(few) });
    await many.close();
    await few.close();
    return ratio;
  },
  /** Ten functions of the host. */
  async functions() {
    const engine = await engineWith("functions", []);
    for (let count = 0; count < 10; count++) engine.on("PreToolUse", "Write", async () => undefined);
    const ratio = await workRatio({ mine: fire(engine), baseline: yardstick });
    await engine.close();
    return ratio;
  },
  "command-native": () => command("native"),
  "command-pool": () => command("pool"),
  "command-direct": () => command("direct"),
  /** How long a command takes, as the engine runs it by itself. Others who work on the machine move this one: its goal is wide. */
  async latency() {
    const engine = await engineWith("latency", [{ hooks: [{ type: "command", command: realHook }] }]);
    const ratio = await timeRatio({ mine: fire(engine), baseline: bare, shots: 30 });
    await engine.close();
    return ratio;
  },
  /** A new engine that reads a file of a hundred hooks, beside JSON.parse of it. */
  async loading() {
    const first = await engineWith("loading", others(100));
    const { projectDir } = first;
    await first.close();
    const text = readFileSync(`${projectDir}/.hookline/hooks.json`, "utf8");
    const options = quietOptions(projectDir);
    return workRatio({
      mine: async () => (await createEngine(options)).close(),
      baseline: () => JSON.parse(text),
    });
  },
  /** All packs on a pipeline, beside the bare parse of it. */
  async policy() {
    const command =
      'grep -rn "TODO: $(date +%Y)" src --include="*.ts" | sort -t: -k1,1 | head -n 50 > /tmp/list';
    const spec = createCatalog().event("PreToolUse");
    const event = {
      id: "1",
      spec,
      payload: { tool_name: "Bash", tool_input: { command } },
      subject: null,
      depth: 0,
    };
    const tool = createCatalog().tool("Bash");
    const today = "2026-01-01";
    const packs = allPacks.map(({ name }) => name);
    const { policy } = compilePolicy({ packs }, { tools: judgeTools, packs: allPacks, today });
    const facts = {
      cwd: "/work/app",
      home: "/home/ann",
      projectDir: "/work/app",
      today,
      branch: "feature",
      own: [],
      variables: { HOME: "/home/ann" },
      real: new Map(),
    };
    return workRatio({
      mine: () => judgePolicy(policy, makeModel({ ...event, tool }, facts), facts),
      baseline: () => parse(command),
    });
  },
  /** An engine that judges one pack on each event: it must not compile it anew for each. */
  async "policy-hook"() {
    const engine = await engineWith("policy-hook", [{ hooks: [{ type: "policy", packs: ["commands"] }] }]);
    const given = { tool_name: "Bash", tool_input: { command: "ls -la src" } };
    allRan(
      { runs: (await engine.fire("PreToolUse", given)).runs.map((run) => ({ ...run, exitCode: 0 })) },
      1,
    );
    const ratio = await workRatio({ mine: () => engine.fire("PreToolUse", given), baseline: yardstick });
    await engine.close();
    return ratio;
  },
  /** The command on an event that no hook is for, beside Node that does nothing. */
  async start() {
    const bin = fileURLToPath(new URL("../packages/hookline/bin/hookline.cjs", import.meta.url));
    const project = scratchFolder("guard-start");
    writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: others(1) } });
    const { env } = quietOptions(project);
    const run = (...args) => {
      const { status } = spawnSync(process.execPath, args, { cwd: project, env });
      if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
    };
    return timeRatio({
      mine: () => run(bin, "fire", "PreToolUse", "--tool", "Write", "--input", "{}"),
      baseline: () => run("-e", "0"),
      shots: 11,
      warmUp: 5,
    });
  },
};

const [result, ...names] = process.argv.slice(2);
const ratios = {};
for (const name of names.length > 0 ? names : Object.keys(checks)) ratios[name] = await checks[name]();
writeFileSync(result, JSON.stringify(ratios));
process.exit(0);
