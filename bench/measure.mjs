// Times ways of doing the same thing, shot by shot in turns, so that the machine's moods fall on all of them.

/** The value below which this share of the sorted values lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** What is kept of many shots: median, p95, p10 (what it takes when nothing comes between), and how many they were. */
export function summary(values) {
  const [p10, median, p95] = [0.1, 0.5, 0.95].map((share) => quantile(values, share));
  return { p10, median, p95, n: values.length };
}

/** Waits so many milliseconds. */
export const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the loop has done what was still to be done: what follows an answer is done in the turns after it. */
async function turns() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Does something once: what it took, or its own figure if it gives one, and how long the loop was busy with it and with what it left to do. */
export async function measured(act, restMs = 0) {
  const before = performance.eventLoopUtilization();
  const began = performance.now();
  const own = await act();
  const took = performance.now() - began;
  // What is done after the answer is part of what it costs.
  await (restMs > 0 ? rest(restMs) : turns());
  const { active } = performance.eventLoopUtilization(before);
  if (typeof own?.time === "number") return own;
  return { time: typeof own === "number" ? own : took, busy: active };
}

/** The longest that a timer of one millisecond is late while something runs. */
export async function stallOf(act) {
  let [last, worst] = [performance.now(), 0];
  const look = () => {
    const at = performance.now();
    worst = Math.max(worst, at - last - 1);
    last = at;
  };
  const timer = setInterval(look, 1);
  await act();
  look();
  clearInterval(timer);
  return worst;
}

/** The lane that does nothing: how long the loop is busy with it is what the measuring costs. */
const idle = " idle";

/**
 * Gives each lane a shot in turns, each time another one first, one after the other or with a rest after each. A lane does its act and may
 * give back its own figures; otherwise it is timed. Gives the summary of each lane, and of how long the loop was busy with it, and with
 * what it left to be done. The first shots of all lanes count for nothing: an agent lives for hundreds of them, and a machine compiles
 * what it does often.
 */
export async function inLanes({ lanes, shots, warmUp = shots > 2 ? 25 : 5, restMs = 0 }) {
  const acts = new Map([...Object.entries(lanes), [idle, () => undefined]]);
  const names = [...acts.keys()];
  const figures = new Map(names.map((name) => [name, { time: [], busy: [] }]));
  for (let shot = -warmUp; shot < shots; shot++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + shot + warmUp) % names.length];
      const one = await measured(acts.get(name), restMs);
      if (shot < 0) continue;
      figures.get(name).time.push(one.time);
      figures.get(name).busy.push(one.busy);
    }
  }
  const nothing = shots > 0 ? quantile(figures.get(idle).busy, 0.5) : 0;
  const beyond = (values) => summary(values.map((value) => Math.max(0, value - nothing)));
  return Object.fromEntries(
    Object.keys(lanes).map((name) => {
      const { time, busy } = figures.get(name);
      return [name, { ...summary(time), busy: beyond(busy) }];
    }),
  );
}

/** Runs `mine` and `baseline` in turns; gives the median and p95 of each, in milliseconds for one act. */
export async function inTurns({ mine, baseline, shots, acts = 1, warmUp = 5 }) {
  const times = { mine: [], baseline: [] };
  for (let shot = -warmUp; shot < shots; shot++) {
    const order = shot % 2 === 0 ? ["mine", "baseline"] : ["baseline", "mine"];
    for (const name of order) {
      const act = name === "mine" ? mine : baseline;
      const began = performance.now();
      for (let count = 0; count < acts; count++) await act();
      if (shot >= 0) times[name].push((performance.now() - began) / acts);
    }
  }
  return { mine: summary(times.mine), baseline: summary(times.baseline) };
}

/** One row whose goal is a ratio to its baseline; a row without a goal only informs: nothing is met or missed there. */
export function row(measure, baseline, value, goal) {
  const ratio = value / baseline;
  return {
    measure,
    baseline,
    value,
    ratio,
    goal: goal === null ? "-" : `≤ ${goal} ×`,
    ...(goal !== null && { limit: goal }),
    met: goal === null ? null : ratio <= goal,
  };
}

/** The row of two summaries: the medians against the goal, beside them the p95, which may be twice the goal. */
export function ratioRows(measure, { mine, baseline }, goal) {
  const p95 = { baseline: baseline.p95, value: mine.p95, ratio: mine.p95 / baseline.p95 };
  return [{ ...row(measure, baseline.median, mine.median, goal), p95, n: mine.n }];
}

/** A row that says why there are no figures in it. */
export function unmeasured(measure, why, goal = "-") {
  return { measure, goal, met: null, why };
}
