// What a run found, as one object for programs and as one table for people.
import { arch, cpus, platform, totalmem } from "node:os";
import { peerTable } from "./agent-peers.mjs";
import { goalLines, standing } from "./goals.mjs";
import { cells, columns, heads } from "./table.mjs";

/** The kind of machine, without its name. */
export function machine() {
  const processors = cpus();
  return {
    system: `${platform()} ${arch()}`,
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
  };
}

/** The report: rows with the number of their goal, the goals, and what was measured on. */
export function makeReport({ rows, backend, seconds, quick }) {
  const lines = goalLines(rows, backend);
  const numbers = new Map(lines.map((line) => [line.name, line["#"]]));
  return {
    date: new Date().toISOString().slice(0, 10),
    quick,
    seconds: Math.round(seconds),
    backend,
    machine: machine(),
    goals: lines.map(({ "#": number, title, goal, name, met, why }) => ({
      "#": number,
      measure: title,
      goal,
      row: name,
      met,
      why,
    })),
    rows: rows.map((row) => (numbers.has(row.name) ? { "#": numbers.get(row.name), ...row } : row)),
  };
}

/** 1 if a part broke, or if a goal is missed and that is to count; what was not measured is not missed. */
export function exitStatus({ rows, goals }, strict) {
  const missed = goals.some(({ met, why }) => met === false && why === undefined);
  return rows.some(({ broken }) => broken) || (strict && missed) ? 1 : 0;
}

/** The lines of the table: the goals by their numbers, then every other row. */
export function tableText({ rows, backend, quick }) {
  const lines = goalLines(rows, backend);
  const shown = new Set(lines.map(({ name }) => name));
  const goalCells = lines.map((line, index) => {
    const [, ...others] = cells(line);
    const first = lines[index - 1]?.["#"] !== line["#"];
    return [first ? String(line["#"]) : "", first ? line.title : "", ...others];
  });
  const others = gathered(rows.filter(({ name }) => !shown.has(name))).map((row) => ["", ...cells(row)]);
  const table = columns([["#", ...heads], ...goalCells, ...others]);
  const count = (wanted) => standing(lines).filter(({ word }) => word === wanted).length;
  return [
    ...(quick ? ["--quick: these figures say nothing", ""] : []),
    ...table.slice(0, goalCells.length + 1),
    `goals: ${count("met")} met, ${count("missed")} not met, ${count("open")} not measured (commands run ${backend})`,
    "",
    ...table.slice(goalCells.length + 1),
    ...peerTable(rows).flatMap((peers) => ["", ...columns(peers)]),
  ];
}

/** Rows in their order, but those of one backend that were not measured for one reason as one line. */
function gathered(rows) {
  const key = ({ backend, why }) =>
    backend !== undefined && why !== undefined ? `${backend}: ${why}` : null;
  const counts = new Map();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  const said = new Set();
  return rows.flatMap((row) => {
    const [own, count] = [key(row), counts.get(key(row))];
    if (own === null || count === 1) return [row];
    if (said.has(own)) return [];
    said.add(own);
    return [{ measure: `${count} rows of ${row.backend}`, goal: "-", met: null, why: row.why }];
  });
}
