import { UsageError } from "./verb.ts";

const units: readonly (readonly [sign: string, name: string, ms: number])[] = [
  ["w", "week", 604_800_000],
  ["d", "day", 86_400_000],
  ["h", "hour", 3_600_000],
  ["m", "minute", 60_000],
  ["s", "second", 1_000],
];

/** The milliseconds that somebody means by `30s`, `10m`, `2h`, `7d` or `4w`. */
export function durationOf(text: string, option: string): number {
  const [, count = "", sign = ""] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const [, , ms = 0] = units.find(([one]) => one === sign) ?? [];
  if (Number(count) * ms === 0)
    throw new UsageError(`${option} ${text}: no time; write 30s, 10m, 2h, 7d or 4w`);
  return Number(count) * ms;
}

/** How long something is still to last, as people say it: `7 days`, `9 minutes`. */
export function lasting(ms: number): string {
  const [, name, length] = units.find(([, , one]) => ms >= one * 2) ?? ["s", "second", 1_000];
  const count = Math.max(1, Math.round(ms / length));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
