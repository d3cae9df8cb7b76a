import { type Verdict, verdicts } from "../../contract/verdict.ts";
import type { Bucket } from "./buckets.ts";
import { count, html, moment } from "./html-text.ts";

const width = 960;
const height = 260;
const plot = { left: 56, right: 948, top: 12, bottom: 222 } as const;

/** The strongest verdict stands on the line, where bars can be compared. */
const order: readonly Verdict[] = [...verdicts].reverse();

/** How high even a single record is drawn, so that one denial among thousands is seen. */
const least = 3;

/** A bar that stands alone is no wall. */
const widest = 56;

/** Verdicts over time as one drawing, with nothing from elsewhere in it. */
export function verdictChart(buckets: readonly Bucket[], widthMs: number): string {
  if (buckets.length === 0) return '<p class="none">Nothing was decided in this time.</p>';
  const totals = buckets.map(({ counts }) => order.reduce((sum, verdict) => sum + counts[verdict], 0));
  const top = niceTop(Math.max(...totals));
  const step = (plot.right - plot.left) / buckets.length;
  const bars = buckets.flatMap((bucket, index) => bar(bucket, plot.left + index * step, step, top));
  const lines = [0, top / 2, top].filter(Number.isInteger).map((value) => gridLine(value, top));
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="chart-title">`,
    `<title id="chart-title">Verdicts over time, one bar for ${html(lengthOf(widthMs))}</title>`,
    ...lines,
    ...bars,
    ...timeLabels(buckets, step),
    "</svg>",
    `<p class="legend">${order.map((verdict) => `<span><i class="${verdict}"></i>${verdict}</span>`).join("")}`,
    `<span>one bar: ${html(lengthOf(widthMs))}</span></p>`,
  ].join("\n");
}

function bar(bucket: Bucket, left: number, step: number, top: number): string[] {
  const room = plot.bottom - plot.top;
  const wide = Math.min(step * 0.8, widest);
  const shown = order.filter((verdict) => bucket.counts[verdict] > 0);
  let bottom: number = plot.bottom;
  const parts = shown.map((verdict) => {
    const high = Math.max(least, (bucket.counts[verdict] / top) * room);
    bottom = Math.max(plot.top, bottom - high);
    const [x, y, w] = [left + (step - wide) / 2, bottom, wide].map((value) => value.toFixed(1));
    return `<rect class="${verdict}" x="${x}" y="${y}" width="${w}" height="${high.toFixed(1)}"/>`;
  });
  if (parts.length === 0) return [];
  const said = shown.map((verdict) => `${count(bucket.counts[verdict])} ${verdict}`).join(", ");
  return [`<g><title>${html(moment(bucket.start))} UTC: ${said}</title>${parts.join("")}</g>`];
}

function gridLine(value: number, top: number): string {
  const y = (plot.bottom - (value / top) * (plot.bottom - plot.top)).toFixed(1);
  return `<line x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}"/><text x="${plot.left - 8}" y="${y}" dy="4" text-anchor="end">${count(value)}</text>`;
}

function timeLabels(buckets: readonly Bucket[], step: number): string[] {
  const at = [...new Set([0, Math.floor((buckets.length - 1) / 2), buckets.length - 1])];
  return at.map((index) => {
    const anchor = index === 0 ? "start" : index === buckets.length - 1 ? "end" : "middle";
    const x = plot.left + step * (index + (anchor === "start" ? 0 : anchor === "end" ? 1 : 0.5));
    const text = moment(buckets[index]?.start ?? 0).slice(0, 16);
    return `<text x="${x.toFixed(1)}" y="${plot.bottom + 22}" text-anchor="${anchor}">${html(text)}</text>`;
  });
}

/** The next number that is easy to read on an axis. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

function lengthOf(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [525_600, "year"],
    [43_200, "30 days"],
    [10_080, "week"],
    [1_440, "day"],
    [60, "hour"],
    [1, "minute"],
  ];
  const minutes = ms / 60_000;
  const [size, name] = units.find(([length]) => minutes >= length) ?? [1, "minute"];
  const many = minutes / size;
  return many === 1 ? `1 ${name}`.replace("1 30", "30") : `${count(many)} ${name}s`;
}
