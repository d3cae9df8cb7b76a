// npm run bench: what Hookline costs, each figure beside its baseline in the same run. `--json` prints the rows and nothing else.
import { firingRows } from "./firing.mjs";
import { loadRows } from "./loading.mjs";
import { matchRows } from "./matching.mjs";
import { quietRows } from "./quiet.mjs";

const json = process.argv.includes("--json");
const say = (text) => json || process.stderr.write(`${text}\n`);

/** Milliseconds in a unit that people can read. */
function time(ms) {
  if (ms < 0.001) return `${(ms * 1e6).toFixed(0)} ns`;
  return ms < 1 ? `${(ms * 1e3).toFixed(2)} µs` : `${ms.toFixed(2)} ms`;
}

const rows = [];
for (const [title, measure] of [
  ["an event that no hook is for", quietRows],
  ["matching", matchRows],
  ["reading hook files", loadRows],
  ["running commands", firingRows],
]) {
  say(`measuring ${title} …`);
  rows.push(...(await measure()));
}

if (json) {
  process.stdout.write(`${JSON.stringify({ rows })}\n`);
} else {
  const table = rows.map(({ measure, baseline, value, ratio, goal, met }) => [
    measure,
    time(baseline),
    time(value),
    ratio.toFixed(2),
    goal,
    met === null ? "" : met ? "met" : "NOT MET",
  ]);
  const lines = [["measure", "baseline", "value", "ratio", "goal", ""], ...table];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
}
