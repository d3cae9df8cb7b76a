// What a call costs that goes to `hookline daemon`, beside Node that starts and does nothing; all of them are started by a program in C,
// one after the other in turns: Node would take longer to start the client than the client takes.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quantile, ratioRows, row } from "./measure.mjs";
import { scratchFolder, writeJson } from "./scratch.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const command = join(here, "packages/hookline/bin/hookline.cjs");
const native = join(here, `packages/hookline/dist/native/${process.platform}-${process.arch}/hookline-fire`);
const bash = join(here, "packages/hookline/bin/hookline-fire.sh");

const group = (matcher, hook) => ({ matcher, hooks: [hook] });
const hooks = {
  PreToolUse: [
    group("Write", { type: "command", command: "cat > /dev/null; echo '{}'" }),
    group("Bash", { id: "rules", type: "policy", packs: ["commands"] }),
  ],
};
const call = (tool, input) => ["PreToolUse", "--trust", "--tool", tool, "--input", JSON.stringify(input)];
// Without --trust a glance can answer.
const quiet = ["PreToolUse", "--tool", "Read", "--input", '{"file_path":"a.ts"}'];
const policy = ["PreToolUse", "--tool", "Bash", "--input", '{"command":"ls -la src"}'];

const write = call("Write", { file_path: "a" });

const cases = [
  { measure: "a program that does nothing (to be known: the floor)", argv: ["/bin/true"], goal: null },
  { measure: "native client to the daemon, no hook is for it", argv: [native, ...quiet], goal: 0.08 },
  { measure: "… payload on stdin", argv: [native, "PreToolUse"], goal: 0.08 },
  { measure: "… one policy hook", argv: [native, ...policy], goal: null },
  { measure: "… one command hook (cat and echo)", argv: [native, ...write], goal: null },
  { measure: "bash client to the daemon, no hook is for it", argv: [bash, ...quiet], goal: 0.12 },
  { measure: "… payload on stdin", argv: [bash, "PreToolUse"], goal: 0.12 },
];

/** The rows of this part; none where there is no compiler: there is nothing fair to measure with. */
export async function daemonRows({ quick = false } = {}) {
  const home = scratchFolder("daemon");
  const runner = join(home, "run-many");
  const source = join(here, "bench/native/run-many.c");
  if (!existsSync(native) || spawnSync("cc", ["-O2", "-o", runner, source]).status !== 0) {
    process.stderr.write("without a C compiler the clients of the daemon are not measured\n");
    return [];
  }
  const cwd = join(home, "project");
  writeJson(join(cwd, ".hookline/hooks.json"), { hooks });
  const payload = join(home, "payload.json");
  const input = { file_path: "a.ts", content: "x".repeat(900) };
  writeFileSync(payload, JSON.stringify({ session_id: "s", tool_name: "Read", tool_input: input }));
  const env = { PATH: process.env.PATH, HOME: home };
  const given = { cwd, env, encoding: "utf8", maxBuffer: 1e8 };
  execFileSync(process.execPath, [command, "daemon", "--detach", "--loopback", "--quiet"], given);
  try {
    const node = [process.execPath, "-e", "0"];
    const plain = [process.execPath, command, "fire", ...write];
    const programs = [node, ...cases.map(({ argv }) => argv), plain];
    const shots = (count) => {
      const args = programs.flatMap((argv) => ["--", ...argv]);
      const lines = execFileSync(runner, [String(count), payload, ...args], given)
        .trim()
        .split("\n");
      return lines.map((line, shot) => inOrder(line.trim().split(" ").map(Number), shot));
    };
    // In the middle of its life, as a daemon mostly is: Node has compiled what it does for a call.
    const calls = ["--", native, ...quiet, "--", native, "PreToolUse"];
    execFileSync(runner, [quick ? "1" : "1000", payload, ...calls], given);
    shots(quick ? 1 : 20);
    const times = shots(quick ? 2 : 100);
    const summary = (at) => {
      const values = times.map((shot) => shot[at] / 1e6);
      return { median: quantile(values, 0.5), p95: quantile(values, 0.95), n: values.length };
    };
    const hookAt = 1 + cases.findIndex(({ argv }) => argv.includes("Write"));
    const hookCall = row(
      "native client to the daemon, one command hook (against plain hookline fire)",
      summary(programs.length - 1).median,
      summary(hookAt).median,
      null,
    );
    const rows = cases.flatMap(({ measure, goal }, at) => {
      const both = { mine: summary(at + 1), baseline: summary(0) };
      if (goal !== null) return ratioRows(`${measure} (against node -e 0)`, both, goal);
      return [row(`${measure} (against node -e 0)`, both.baseline.median, both.mine.median, null)];
    });
    return [...rows, hookCall];
  } finally {
    execFileSync(process.execPath, [command, "daemon", "stop", "--quiet"], given);
  }
}

/** The times of one shot in the order of the programs: each shot begins with another of them. */
function inOrder(numbers, shot) {
  const count = numbers.length / 2;
  const times = [];
  for (let at = 0; at < count; at++) {
    if (numbers[2 * at] !== 0)
      throw new Error(`program ${(at + shot) % count} ended with ${numbers[2 * at]}`);
    times[(at + shot) % count] = numbers[2 * at + 1];
  }
  return times;
}
