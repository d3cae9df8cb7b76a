// What a hook finds at its ends: all that it writes arrives, its streams can be opened by name, and bash is not taken for a login.
import { writeFileSync } from "node:fs";
import { kinds } from "./backends.mjs";
import { allRan, engineOver } from "./lanes.mjs";
import { inTurns, ratioRows, unmeasured } from "./measure.mjs";
import { scratchFolder } from "./scratch.mjs";

const text = "x".repeat(2_000);
const atOnce = 20;

/** Keeps the loop busy, a few milliseconds at each turn, until it is told to stop. */
function keepBusy() {
  let on = true;
  const turn = () => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    if (on) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    on = false;
  };
}

/** How many of so many hooks' output is whole while the loop is busy. */
async function complete(kind, count) {
  // Written and gone: what is still in the pipe when the process has ended must be read.
  const command = (number) => ({ command: `printf '%s' '{"systemMessage":"${text}"}' # ${number}` });
  const engine = await engineOver(
    kind,
    Array.from({ length: atOnce }, (_, number) => command(number)),
  );
  const stop = keepBusy();
  let whole = 0;
  try {
    for (let event = 0; event < count / atOnce; event++) {
      const { runs } = await engine.fire();
      whole += runs.filter(
        ({ stdout, status }) => status === "ok" && stdout.length === text.length + 20,
      ).length;
    }
  } finally {
    stop();
  }
  await engine.close();
  return counted(
    { name: `complete-${kind}`, measure: `output whole under a busy loop, ${kind}` },
    whole,
    count,
    "hooks",
  );
}

/** How many of the two streams can be opened by name. */
async function devices(kind) {
  const engine = await engineOver(kind, [
    { command: "cat /dev/stdin | grep -q tool_name && echo '{}'" },
    { command: "cat >/dev/null; echo heard >/dev/stderr && echo '{}'" },
  ]);
  const { runs } = await engine.fire();
  await engine.close();
  const [input, error] = runs;
  const works = Number(input.exitCode === 0) + Number(error.exitCode === 0 && error.stderr.includes("heard"));
  return counted(
    { name: `devices-${kind}`, measure: `/dev/stdin and /dev/stderr work, ${kind}` },
    works,
    2,
    "streams",
  );
}

function counted(about, value, wanted, against) {
  const goal = `${wanted} of ${wanted}`;
  return {
    ...about,
    against,
    baseline: wanted,
    value,
    ratio: value / wanted,
    unit: "count",
    goal,
    met: value === wanted,
    n: wanted,
  };
}

/** bash without SHLVL beside bash with it, where a ~/.bashrc is to be noticed. */
async function shlvl(kind, quick) {
  const home = scratchFolder("bash-home");
  writeFileSync(`${home}/.bashrc`, "sleep 0.05\n");
  const entry = [{ command: "cat >/dev/null; echo '{}'", shell: "bash" }];
  const without = await engineOver(kind, entry, { env: { HOME: home }, without: ["SHLVL"] });
  const with1 = await engineOver(kind, entry, { env: { HOME: home, SHLVL: "1" } });
  for (const engine of [without, with1]) allRan(await engine.fire(), 1);
  const times = await inTurns({ mine: without.fire, baseline: with1.fire, shots: quick ? 2 : 60 });
  await without.close();
  await with1.close();
  const [row] = ratioRows(`bash with SHLVL unset, ${kind}`, times, 1.2);
  return { ...row, name: `shlvl-${kind}`, against: "SHLVL=1" };
}

/** The rows of this part. */
export async function pipesRows({ quick }) {
  const rows = [];
  for (const kind of kinds) {
    for (const [name, measure, act] of [
      ["complete", "output whole under a busy loop", () => complete(kind, quick ? 20 : 800)],
      ["devices", "/dev/stdin and /dev/stderr work", () => devices(kind)],
      ["shlvl", "bash with SHLVL unset", () => shlvl(kind, quick)],
    ]) {
      const row = await act().catch((error) => unmeasured(`${measure}, ${kind}`, error.message));
      rows.push({ ...row, name: `${name}-${kind}`, backend: kind });
    }
  }
  return rows;
}
