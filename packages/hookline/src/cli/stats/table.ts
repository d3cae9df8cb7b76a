import { ago } from "../ago.ts";
import type { Paint } from "../render.ts";
import { shownText } from "../shown.ts";
import { visibleLine } from "../visible.ts";
import { ms } from "./advice.ts";
import type { StatsRow } from "./rows.ts";

/** The rows of `hookline stats` for people: each hook with its numbers, what went wrong, and what to do. */
export function statsTable(rows: readonly StatsRow[], paint: Paint): readonly string[] {
  const [ran, never] = [rows.filter(({ runs }) => runs > 0), rows.filter(({ runs }) => runs === 0)];
  return [
    ...ran.flatMap((row) => blockOf(row, paint)),
    ...never.map((row) => `${headOf(row, paint)}\n    ${paint.dim("never ran")}`),
  ];
}

function headOf({ id, event, source, configured }: StatsRow, paint: Paint): string {
  const gone = configured ? "" : `  ${paint.yellow("not configured any more")}`;
  return `${paint.bold(shown(id))}  ${shown(event)}  ${paint.dim(shown(source))}${gone}`;
}

function blockOf(row: StatsRow, paint: Paint): readonly string[] {
  const { runs, p50Ms, p95Ms, verdicts, faults, lastError } = row;
  const count = (counts: object, skip: readonly string[] = []) =>
    Object.entries(counts).flatMap(([name, number]) => (skip.includes(name) ? [] : [`${name} ${number}`]));
  const numbers = [
    `${runs} ${runs === 1 ? "run" : "runs"}`,
    ...(p50Ms + p95Ms > 0 ? [`p50 ${ms(p50Ms)}`, `p95 ${ms(p95Ms)}`] : []),
    ...costOf(row),
    ...count(verdicts, ["pass"]),
  ];
  const lines = [headOf(row, paint), `    ${numbers.join("  ")}`];
  const broken = count(faults);
  if (broken.length > 0) {
    const last = lastError ? `; last ${ago(Date.parse(lastError.at))}: ${lastError.fault}` : "";
    const detail = lastError?.detail ? `: ${shown(lastError.detail.slice(0, 200))}` : "";
    lines.push(`    ${paint.yellow(`broke: ${broken.join(", ")}`)}${last}${detail}`);
  }
  for (const text of row.advice) lines.push(`    → ${shown(text)}`);
  return lines;
}

function costOf({ msPerToolCall, share }: StatsRow): readonly string[] {
  if (msPerToolCall === null || msPerToolCall === 0) return [];
  return [`${ms(msPerToolCall)} a tool call (${Math.round(share * 100)} % of the time in hooks)`];
}

const shown = (text: string) => visibleLine(shownText(text));
