// The checks of the guard: each a ratio of two things that take turns, few shots, warm. Written to the file that is named first.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine } from "hookline";
import { allPacks, compilePolicy, judgePolicy, makeModel } from "hookline/policy";
import { parse } from "unbash";
import { createCatalog } from "../packages/hookline/dist/events/catalog.js";
import { judgeTools } from "../packages/hookline/dist/runners/judge-tools.js";
import { bareSpawn, engineOver, payload, realHook } from "./lanes.mjs";
import { inTurns } from "./measure.mjs";
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

/** The median of mine over that of the baseline. */
async function ratioOf(turns) {
  const { mine, baseline } = await inTurns(turns);
  return mine.median / baseline.median;
}

/** One real command, beside bare spawn; null if this machine or build has not got that way of running it. */
async function command(kind) {
  const engine = await engineOver(kind, [{ command: realHook }]).catch(() => null);
  if (engine === null) return null;
  const ratio = await ratioOf({ mine: engine.fire, baseline: () => bareSpawn(realHook), shots: 40 });
  await engine.close();
  return ratio;
}

const checks = {
  /** An event that no hook is for. */
  async quiet() {
    const engine = await engineWith("quiet", others(1));
    const ratio = await ratioOf({
      mine: fire(engine),
      baseline: yardstick,
      shots: 25,
      acts: 400,
      warmUp: 10,
    });
    await engine.close();
    return ratio;
  },
  /** The same among two thousand hooks, beside ten. */
  async matching() {
    const [many, few] = [await engineWith("many", others(2_000)), await engineWith("few", others(10))];
    const ratio = await ratioOf({ mine: fire(many), baseline: fire(few), shots: 25, acts: 400, warmUp: 15 });
    await many.close();
    await few.close();
    return ratio;
  },
  /** Ten functions of the host. */
  async functions() {
    const engine = await engineWith("functions", []);
    for (let count = 0; count < 10; count++) engine.on("PreToolUse", "Write", async () => undefined);
    const ratio = await ratioOf({ mine: fire(engine), baseline: yardstick, shots: 25, acts: 60, warmUp: 40 });
    await engine.close();
    return ratio;
  },
  "command-native": () => command("native"),
  "command-pool": () => command("pool"),
  "command-direct": () => command("direct"),
  /** A new engine that reads a file of a hundred hooks, beside JSON.parse of it. */
  async loading() {
    const first = await engineWith("loading", others(100));
    const { projectDir } = first;
    await first.close();
    const text = readFileSync(`${projectDir}/.hookline/hooks.json`, "utf8");
    const options = quietOptions(projectDir);
    return ratioOf({
      mine: async () => (await createEngine(options)).close(),
      baseline: () => JSON.parse(text),
      shots: 25,
      acts: 4,
      warmUp: 10,
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
    return ratioOf({
      mine: () => judgePolicy(policy, makeModel({ ...event, tool }, facts), facts),
      baseline: () => parse(command),
      shots: 25,
      acts: 40,
      warmUp: 20,
    });
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
    return ratioOf({
      mine: () => run(bin, "fire", "PreToolUse", "--tool", "Write", "--input", "{}"),
      baseline: () => run("-e", "0"),
      shots: 15,
      warmUp: 10,
    });
  },
};

const [result, ...names] = process.argv.slice(2);
const ratios = {};
for (const name of names.length > 0 ? names : Object.keys(checks)) ratios[name] = await checks[name]();
writeFileSync(result, JSON.stringify(ratios));
process.exit(0);
