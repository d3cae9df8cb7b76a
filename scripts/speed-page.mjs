// Makes docs/speed.svg, and the figures in docs/speed.md, from what the benchmark measured: bench/latest.json and bench/soak.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { goalLines, standing } from "../bench/goals.mjs";
import { cells, heads, time } from "../bench/table.mjs";
import { chart } from "./speed-chart.mjs";

const page = "docs/speed.md";

const cell = (text) => text.replaceAll("|", "\\|");
const tableRow = (row) => `| ${row.map(cell).join(" | ")} |`;
const table = (head, rows) => [tableRow(head), tableRow(head.map(() => "---")), ...rows.map(tableRow)];

/** Puts text between the markers of this name; throws if the page has not got them. */
export function between(text, name, lines) {
  const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${lines.join("\n")}\n\n${text.slice(to)}`;
}

function machineLines({ date, seconds, backend, machine: { system, cpu, cores, memoryGb, node }, quick }) {
  if (quick) throw new Error("bench/latest.json was made with --quick: its figures say nothing");
  return [
    `Measured on ${date} in ${seconds} seconds: ${cores} cores (${cpu}), ${memoryGb} GB, ${system}, Node ${node.slice(1)}; the engine runs commands ${backend}.`,
  ];
}

function goalTable(lines) {
  const words = standing(lines);
  const count = (wanted) => words.filter(({ word }) => word === wanted).length;
  const rows = lines.map((line) => {
    const [, ...others] = cells(line);
    return [String(line["#"]), line.title, ...others];
  });
  return [
    `Of ${words.length} goals: ${count("met")} met, ${count("missed")} not met, ${count("open")} not measured.`,
    "",
    ...table(["#", ...heads], rows),
  ];
}

/** The other rows; what was not measured is listed by its name. */
function otherTable(rows, lines) {
  const shown = new Set(lines.map(({ name }) => name));
  const others = rows.filter(({ name }) => !shown.has(name));
  const missing = others.filter(({ why }) => why !== undefined);
  const reasons = [...new Set(missing.map(({ why }) => why))];
  const listed = reasons.map((reason) => {
    const names = missing.filter(({ why }) => why === reason).map(({ name }) => `\`${name}\``);
    return `- ${reason}: ${names.join(", ")}`;
  });
  return [
    ...table(
      heads,
      others.filter(({ why }) => why === undefined).map((row) => cells(row)),
    ),
    ...(listed.length > 0 ? ["", "Not measured in this run:", "", ...listed] : []),
  ];
}

function soakLines(soak) {
  if (soak === null)
    return ["No soak is kept: `npm run -s bench -- --soak --json > bench/soak.json` makes one."];
  const { date, seconds, events, wrong, left, samples } = soak;
  const number = (count) => (count === null ? "-" : count.toLocaleString("en-US"));
  return [
    `On ${date}: ${number(events)} events in ${seconds} seconds, ${wrong.length} wrong answers, ${left.processes ?? "?"} processes left after close.`,
    "",
    ...table(
      ["after", "events", "median", "p95", "heap", "resident", "files", "processes"],
      samples.map((one) => [
        `${one.seconds} s`,
        number(one.events),
        time(one.medianMs),
        time(one.p95Ms),
        `${one.heapMb.toFixed(1)} MB`,
        `${one.rssMb.toFixed(0)} MB`,
        number(one.files),
        number(one.processes),
      ]),
    ),
  ];
}

/** The page with these figures in it. */
export function speedPage(text, report, soak) {
  const lines = goalLines(report.rows, report.backend);
  const parts = [
    ["machine", machineLines(report)],
    ["goals", goalTable(lines)],
    ["others", otherTable(report.rows, lines)],
    ["soak", soakLines(soak)],
  ];
  return parts.reduce((page, [name, part]) => between(page, name, part), text);
}

/** The generated files: path from the root, and text. */
export function speedFiles(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const report = JSON.parse(read("bench/latest.json"));
  const soak = existsSync(join(root, "bench/soak.json")) ? JSON.parse(read("bench/soak.json")) : null;
  return [
    ["docs/speed.svg", chart(goalLines(report.rows, report.backend))],
    [page, speedPage(read(page), report, soak)],
  ];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  for (const [path, text] of speedFiles(root)) writeFileSync(join(root, path), text);
}
