/** How long to wait after failures. */
export interface Pauses {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** One second, then twice as long each time, up to five minutes. */
export const usualPauses: Pauses = { firstMs: 1_000, mostMs: 300_000 };

/** Nobody may put us off for longer than this. */
const longestRequestMs = 3_600_000;

/** The wait before the next attempt: doubled for each one that failed, shortened by chance so that not all come at once. */
export function pauseAfter(
  attempts: number,
  { firstMs, mostMs }: Pauses,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number {
  const most = Math.min(mostMs, firstMs * 2 ** Math.min(attempts - 1, 30));
  const pause = most * (0.5 + random() / 2);
  return Math.max(pause, Math.min(retryAfterMs ?? 0, longestRequestMs));
}

/** The milliseconds of a Retry-After header, in seconds or as a date; null if it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
