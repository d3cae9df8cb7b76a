// What it takes to start the command, beside Node that starts and does nothing: programs call it on every tool call.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inTurns, ratioRows } from "./measure.mjs";
import { scratchFolder, writeJson } from "./scratch.mjs";

const command = fileURLToPath(new URL("../packages/hookline/bin/hookline.cjs", import.meta.url));

/** Starts as many processes as it takes until what V8 has compiled of all of them is kept. */
const warmUp = 20;

const hooks = (entry) => ({ hooks: { PreToolUse: [{ matcher: entry.matcher, hooks: [entry.hook] }] } });
const fire = (command) => ["fire", "PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command })];
const policy = hooks({ matcher: "Bash", hook: { id: "rules", type: "policy", packs: ["commands"] } });
const passes = /^PreToolUse {2}pass .*\n {2}✓ rules /;

const cases = [
  { measure: "hookline --version", args: ["--version"], goal: 1.05, shots: 60, says: /^\d+\.\d+\.\d+\n$/ },
  {
    measure: "hookline fire, no hook is for it",
    args: fire("ls -la src"),
    file: hooks({ matcher: "Write", hook: { type: "command", command: "true" } }),
    goal: 1.1,
    // Near its line: what the machine does beside it must not decide.
    shots: 250,
    says: /^PreToolUse {2}pass .*\n {2}no hook is for this\n$/,
  },
  {
    measure: "hookline fire, one policy hook",
    args: fire("ls -la src"),
    file: policy,
    goal: 1.4,
    shots: 80,
    says: passes,
  },
  // What takes longer, to be known: more of the language of shells is needed, or the engine.
  { measure: "… git status", args: fire("git status"), file: policy, goal: null, says: passes },
  { measure: "… a pipeline", args: fire("cat a | grep b > c"), file: policy, goal: null, says: passes },
  {
    measure: "… it denies",
    args: fire("rm -rf /"),
    file: policy,
    goal: null,
    status: 2,
    says: /^PreToolUse {2}deny /,
  },
];

/** Nothing is kept of what changed only just before: people's projects are older than this. */
const ageMs = 300;

/** Runs a program to its end; throws if it did not say what it should. */
function run(args, { cwd, home, says, status: wanted = 0 }) {
  const env = { PATH: process.env.PATH, HOME: home };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
  if (status !== wanted || !says.test(stdout))
    throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}`);
}

/** The rows of this part. */
export async function startRows({ quick = false } = {}) {
  const rows = [];
  for (const [index, { measure, args, file, goal, says, status, shots = 20 }] of cases.entries()) {
    const home = scratchFolder(`start-${index}`);
    const cwd = join(home, "project");
    writeJson(join(cwd, ".hookline/hooks.json"), file ?? { hooks: {} });
    await sleep(ageMs);
    const times = await inTurns({
      mine: () => run([command, ...args], { cwd, home, says, status }),
      baseline: () => run(["-e", "0"], { cwd, home, says: /^$/ }),
      shots: quick ? 2 : shots,
      warmUp: quick ? 2 : warmUp,
    });
    rows.push(...ratioRows(measure, times, goal));
  }
  return rows;
}
