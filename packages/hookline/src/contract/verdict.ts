/** What one hook, or all of them, say: each is stronger than the one before it. */
export const verdicts = ["pass", "allow", "ask", "defer", "deny"] as const;

/** One of the five verdicts. */
export type Verdict = (typeof verdicts)[number];

/** True for the name of a verdict. */
export function isVerdict(value: unknown): value is Verdict {
  return verdicts.some((verdict) => verdict === value);
}

/** The stronger of two verdicts: more hooks never make the answer weaker. */
export function stronger(one: Verdict, other: Verdict): Verdict {
  return verdicts.indexOf(one) >= verdicts.indexOf(other) ? one : other;
}
