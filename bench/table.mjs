// How figures are printed.
import { status } from "./rows.mjs";

/** Milliseconds in a unit that people can read. */
export function time(ms) {
  const size = Math.abs(ms);
  if (size < 0.001) return `${(ms * 1e6).toFixed(0)} ns`;
  return size < 1 ? `${(ms * 1e3).toFixed(2)} µs` : `${ms.toFixed(2)} ms`;
}

/** A figure of a row: milliseconds, if it does not say that it is bytes or that things were counted. */
export function amount(value, unit) {
  if (unit === "count") return value.toLocaleString("en-US");
  return unit === "bytes" ? `${(value / 1024 / 1024).toFixed(1)} MB` : time(value);
}

/** A ratio with as many digits as tell something. */
export function ratioText(ratio) {
  if (ratio > 0 && ratio < 0.1) return ratio.toPrecision(2);
  return ratio < 100 ? ratio.toFixed(2) : ratio.toFixed(0);
}

/** The cells of a row: measure, baseline, value, ratio, p95, N, goal, what became of it. */
export function cells(row) {
  const { measure = "", against, baseline, value, unit, ratio, p95, n, goal } = row;
  if (ratio === undefined) return [measure, against ?? "", "", "", "", "", goal ?? "-", status(row)];
  return [
    measure,
    `${against ? `${against}: ` : ""}${amount(baseline, unit)}`,
    amount(value, unit),
    ratioText(ratio),
    p95 ? ratioText(p95.ratio) : "",
    n === undefined ? "" : String(n),
    goal,
    status(row),
  ];
}

/** The heads of those cells. */
export const heads = ["measure", "baseline", "value", "ratio", "p95", "N", "goal", ""];

/** Lines of cells as text, one column under the other. */
export function columns(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
}

/** Prints lines of cells, one column under the other. */
export function print(lines) {
  for (const line of columns(lines)) console.log(line);
}
