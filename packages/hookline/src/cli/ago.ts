const units: readonly (readonly [string, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, as people say it: `2 hours ago`. */
export function ago(at: number, now = Date.now()): string {
  const passed = Math.max(0, now - at);
  const [name, ms] = units.find(([, length]) => passed >= length) ?? ["", 0];
  if (ms === 0) return "just now";
  const count = Math.floor(passed / ms);
  return `${count} ${name}${count === 1 ? "" : "s"} ago`;
}

/** A number of times, as people say it: `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
