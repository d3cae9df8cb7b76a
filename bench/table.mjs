// How figures are printed.

/** Milliseconds in a unit that people can read. */
export function time(ms) {
  const size = Math.abs(ms);
  if (size < 0.001) return `${(ms * 1e6).toFixed(0)} ns`;
  return size < 1 ? `${(ms * 1e3).toFixed(2)} µs` : `${ms.toFixed(2)} ms`;
}

/** A figure of a row: milliseconds, if it does not say that it is bytes, or that things are counted. */
export function amount(value, unit) {
  if (unit === "count") return String(value);
  return unit === "bytes" ? `${(value / 1024 / 1024).toFixed(1)} MB` : time(value);
}

/** Prints lines of cells, one column under the other. */
export function print(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column]));
    console.log(cells.join("  ").trimEnd());
  }
}
