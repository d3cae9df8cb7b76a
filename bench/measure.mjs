// Times two ways of doing the same thing, shot by shot in turns, so that the machine's moods fall on both.

/** The value below which this share of the sorted values lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
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
  const summary = (values) => ({ median: quantile(values, 0.5), p95: quantile(values, 0.95) });
  return { mine: summary(times.mine), baseline: summary(times.baseline) };
}

/** Two rows of the table: the medians against the goal, and the p95 against twice the goal. */
export function ratioRows(measure, { mine, baseline }, goal) {
  return [
    row(measure, baseline.median, mine.median, goal),
    row(`${measure}, p95`, baseline.p95, mine.p95, goal === null ? null : goal * 2),
  ];
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
    met: goal === null ? null : ratio <= goal,
  };
}
