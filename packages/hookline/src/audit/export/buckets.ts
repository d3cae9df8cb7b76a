import { type Verdict, verdicts } from "../../contract/verdict.ts";

/** How often each verdict was given in one stretch of time. */
export interface Bucket {
  /** Milliseconds since 1970 at which it begins. */
  readonly start: number;
  readonly counts: { readonly [verdict in Verdict]: number };
}

/** Counts verdicts over time with a bounded number of stretches, however long the time is. */
export interface VerdictClock {
  add(time: number, verdict: Verdict): void;
  /** The stretches in order, empty ones among them, and how long each is. */
  read(): { readonly widthMs: number; readonly buckets: readonly Bucket[] };
}

/** Lengths of a stretch that people can read an axis in: from a minute to a year, then doubled. */
const widths = [1, 5, 15, 60, 240, 1_440, 10_080, 43_200, 525_600].map((minutes) => minutes * 60_000);

/** Makes a clock with at most so many stretches. */
export function verdictClock(most = 60): VerdictClock {
  let counts = new Map<number, number[]>();
  let step = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const width = () => widths[step] ?? (widths.at(-1) ?? 1) * 2 ** (step - widths.length + 1);
  const widen = () => {
    step += 1;
    const wider = new Map<number, number[]>();
    for (const [start, row] of counts) {
      const at = Math.floor(start / width()) * width();
      const sum = wider.get(at) ?? verdicts.map(() => 0);
      wider.set(
        at,
        sum.map((count, index) => count + (row[index] ?? 0)),
      );
    }
    counts = wider;
  };
  return {
    add(time, verdict) {
      if (!Number.isFinite(time)) return;
      [first, last] = [Math.min(first, time), Math.max(last, time)];
      while (Math.floor(last / width()) - Math.floor(first / width()) >= most) widen();
      const start = Math.floor(time / width()) * width();
      const row = counts.get(start) ?? verdicts.map(() => 0);
      const index = verdicts.indexOf(verdict);
      if (index >= 0) row[index] = (row[index] ?? 0) + 1;
      counts.set(start, row);
    },
    read() {
      const buckets: Bucket[] = [];
      if (counts.size > 0) {
        const end = Math.floor(last / width()) * width();
        for (let start = Math.floor(first / width()) * width(); start <= end; start += width())
          buckets.push({ start, counts: named(counts.get(start) ?? []) });
      }
      return { widthMs: width(), buckets };
    },
  };
}

function named(row: readonly number[]): Bucket["counts"] {
  const [pass = 0, allow = 0, ask = 0, defer = 0, deny = 0] = row;
  return { pass, allow, ask, defer, deny };
}
