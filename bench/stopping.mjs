// What becomes of hooks that do not end: how long it takes until they are stopped, and what of them is alive then.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { kinds } from "./backends.mjs";
import { engineOver } from "./lanes.mjs";
import { rest, unmeasured } from "./measure.mjs";

/** The deadline, the grace of a native hook file, and what may come on top. */
const [deadlineMs, graceMs, spareMs] = [200, 500, 150];
const blockedMs = 500;

/** Tells the processes of this run from all others. */
const mark = `30.${process.pid}`;

const cases = [
  {
    name: "grandchildren",
    measure: "timeout, grandchildren that hold stdout",
    command: `(setsid sleep ${mark}; true) & (sleep ${mark}; true) & sleep ${mark}; true`,
  },
  {
    name: "deaf",
    measure: "timeout, SIGTERM ignored",
    command: `trap '' TERM; sleep ${mark}; sleep ${mark}`,
  },
];

/** What is alive of this run's hooks: their sleeps, since a shell that waits for the next hook is not one of them. */
function survivors() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`sleep\0${mark}\0`);
      } catch {
        return false;
      }
    }).length;
}

/** Several events at once, each timed; gives the longest, and how much was alive after the last. */
async function stopAll(kind, command, { rounds, atOnce }) {
  const engine = await engineOver(kind, [{ command, timeout: deadlineMs / 1_000 }]);
  let [longest, alive] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const shots = Array.from({ length: atOnce }, async () => {
      const began = performance.now();
      const { runs } = await engine.fire();
      longest = Math.max(longest, performance.now() - began);
      if (runs[0]?.fault !== "timeout") throw new Error(`the hook ended as ${runs[0]?.fault ?? "ok"}`);
    });
    await Promise.all(shots);
    alive += survivors();
  }
  await engine.close();
  return { longest, alive, n: rounds * atOnce };
}

/** The loop does nothing else for half a second, so that no timer of this process fires; gives when the hook was dead. */
async function stopBlocked(kind, rounds) {
  const engine = await engineOver(kind, [
    { command: `echo $$ >pid; exec sleep ${mark}`, timeout: deadlineMs / 1_000 },
  ]);
  let [longest, alive] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const fired = engine.fire();
    const file = `${engine.project}/pid`;
    let pid = 0;
    while (!(pid > 0) && performance.now() - began < deadlineMs) {
      await rest(1);
      if (existsSync(file)) pid = Number(readFileSync(file, "utf8"));
    }
    if (!(pid > 0)) throw new Error("the hook did not start in time");
    let died = null;
    while (performance.now() - began < blockedMs + deadlineMs / 2) {
      if (died === null && !isAlive(pid)) died = performance.now() - began;
    }
    await fired;
    longest = Math.max(longest, died ?? performance.now() - began);
    alive += survivors();
    rmSync(file);
  }
  await engine.close();
  return { longest, alive, n: rounds };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The rows of one backend. */
async function rowsOf(kind, { quick }) {
  const rows = [];
  let alive = 0;
  let n = 0;
  const take = (name, measure, found, grace = graceMs) => {
    const allowed = deadlineMs + grace + spareMs;
    alive += found.alive;
    n += found.n;
    rows.push({
      name: `${name}-${kind}`,
      backend: kind,
      measure: `${measure}, the longest, ${kind}`,
      against: grace > 0 ? "T + grace + 150 ms" : "T + 150 ms",
      baseline: allowed,
      value: found.longest,
      ratio: found.longest / allowed,
      goal: `≤ ${allowed} ms`,
      limit: 1,
      met: found.longest <= allowed,
      n: found.n,
    });
  };
  for (const { name, measure, command } of cases)
    take(
      name,
      measure,
      await stopAll(kind, command, quick ? { rounds: 1, atOnce: 2 } : { rounds: 5, atOnce: 10 }),
    );
  // This one obeys SIGTERM, so that no grace is needed: with it, a timer that fires half a second late would do.
  take("blocked", "timeout, the loop blocked for 500 ms", await stopBlocked(kind, quick ? 1 : 10), 0);
  rows.push({
    name: `survivors-${kind}`,
    backend: kind,
    measure: `timeout, processes alive after the result, ${kind}`,
    against: "hooks stopped",
    baseline: n,
    value: alive,
    ratio: alive / n,
    unit: "count",
    goal: "none",
    met: alive === 0,
    n,
  });
  return rows;
}

/** The rows of this part. */
export async function stoppingRows({ quick }) {
  const names = [
    ...cases,
    { name: "blocked", measure: "timeout, the loop blocked for 500 ms" },
    { name: "survivors", measure: "timeout, processes alive after the result" },
  ];
  const rows = [];
  for (const kind of kinds) {
    const none = (why) =>
      names.map(({ name, measure }) => ({
        ...unmeasured(`${measure}, ${kind}`, why),
        name: `${name}-${kind}`,
        backend: kind,
      }));
    if (!existsSync("/proc/self/cmdline")) rows.push(...none("this system has no /proc"));
    else rows.push(...(await rowsOf(kind, { quick }).catch((error) => none(error.message))));
  }
  return rows;
}
