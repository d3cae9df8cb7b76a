/** Each bucket is this much wider than the one before: a percentile is off by at most half of it. */
const growth = 1.02;
const shortestMs = 0.001;
/** Up to a day and beyond. */
const buckets = Math.ceil(Math.log(1e8 / shortestMs) / Math.log(growth)) + 1;

/** Times in milliseconds, counted in flat memory. */
export interface Histogram {
  readonly count: number;
  readonly totalMs: number;
  add(ms: number): void;
  /** The time that this share of them did not exceed, within one percent; 0 if there are none. */
  percentile(share: number): number;
}

/** Makes an empty histogram. */
export function createHistogram(): Histogram {
  const counts = new Uint32Array(buckets);
  let [count, totalMs, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0];
  return {
    get count() {
      return count;
    },
    get totalMs() {
      return totalMs;
    },
    add(ms) {
      const time = Number.isFinite(ms) && ms > 0 ? ms : 0;
      const place = bucketOf(time);
      counts[place] = (counts[place] ?? 0) + 1;
      count++;
      totalMs += time;
      least = Math.min(least, time);
      most = Math.max(most, time);
    },
    percentile(share) {
      const rank = Math.max(1, Math.ceil(share * count));
      let passed = 0;
      for (const [place, many] of counts.entries()) {
        passed += many;
        if (passed >= rank) return Math.min(most, Math.max(least, middleOf(place)));
      }
      return 0;
    },
  };
}

function bucketOf(ms: number): number {
  if (ms <= shortestMs) return 0;
  return Math.min(buckets - 1, Math.ceil(Math.log(ms / shortestMs) / Math.log(growth)));
}

function middleOf(place: number): number {
  return place === 0 ? 0 : shortestMs * growth ** (place - 0.5);
}
