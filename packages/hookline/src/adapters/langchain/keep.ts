/** More than this do not wait at once; the oldest are forgotten. */
const most = 1_000;

/** Keeps what waits for something that may never come, within bounds. */
export function keep<T>(waiting: Map<string, T>, key: string, value: T): void {
  waiting.set(key, value);
  const [oldest] = waiting.keys();
  if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
}
