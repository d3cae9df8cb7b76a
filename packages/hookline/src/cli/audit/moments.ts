import { UsageError } from "../verb.ts";

const units: { readonly [unit: string]: number } = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A date, perhaps with a time, perhaps with a zone. */
const written = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The moment that somebody means by `2h` (that long ago), `2026-11-01` (its beginning here) or `2026-11-01T09:14:02Z`. */
export function momentOf(text: string, option: string, now = Date.now()): number {
  const ago = /^(\d{1,9})([smhdw])$/.exec(text);
  if (ago) return now - Number(ago[1]) * (units[ago[2] ?? ""] ?? 0);
  // Without a time, JavaScript would read the date as one of universal time.
  const full = text.length === 10 ? `${text}T00:00` : text.replace(" ", "T");
  const moment = written.test(text) ? Date.parse(full) : Number.NaN;
  if (Number.isNaN(moment) || !isOnCalendar(text))
    throw new UsageError(
      `${option} ${text}: no time; write 30s, 15m, 2h, 7d or 4w (that long ago), 2026-11-01, or 2026-11-01T09:14:02Z`,
    );
  return moment;
}

/** JavaScript takes the 31st of February for the 3rd of March. */
function isOnCalendar(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split("-").map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}

/** A moment as a person here reads it: `2026-11-15 09:14:02`. */
export function localMoment(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
