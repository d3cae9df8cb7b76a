import { verdicts } from "../../contract/verdict.ts";
import { verdictChart } from "./html-chart.ts";
import { reportStyle } from "./html-style.ts";
import { count, html, moment } from "./html-text.ts";
import type { HookCount, SummaryTable, TrailSummary } from "./summary.ts";

/** What a report says beside the records. */
export interface ReportFrame {
  readonly verification: {
    readonly status: "intact" | "torn" | "tampered" | "unreadable" | "unchecked";
    /** The first is the answer, the others say more. */
    readonly lines: readonly string[];
  };
  /** Where the records lie. */
  readonly folder: string;
  /** Which of the records these are; empty if all. */
  readonly chosen: string;
  readonly made: string;
  readonly version: string;
}

/** The whole report as one page that needs nothing else: no script, no picture, no font from elsewhere. */
export function htmlReport(summary: TrailSummary, frame: ReportFrame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Audit report</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>Audit report</h1>
${intro(summary, frame)}
${verification(frame)}
${numbers(summary)}
<h2>Verdicts over time</h2>
${verdictChart(summary.buckets, summary.widthMs)}
<h2>Hooks</h2>
${hookTable(summary.hooks)}
<h2>Tools</h2>
${toolTable(summary.tools)}
<h2>Denials</h2>
${recordTable(summary.denials, "Nothing was denied.")}
<h2>Failed open</h2>
<p class="dim">A hook broke, and what it guards went on.</p>
${recordTable(summary.failedOpen, "No hook failed open.")}
<h2>Notes of the trail</h2>
${recordTable(summary.notes, "There are none.")}
</main>
</body>
</html>
`;
}

function intro({ first, last }: TrailSummary, { folder, chosen, made, version }: ReportFrame): string {
  const span = first === "" ? "no records" : `${html(moment(first))} to ${html(moment(last))} UTC`;
  const only = chosen === "" ? "" : `<p class="dim">Only ${html(chosen)}</p>`;
  return `<p>${span}</p>${only}
<p class="dim">${html(folder)}, written ${html(moment(made))} UTC by Hookline ${html(version)}. All times are UTC.</p>`;
}

function verification({ verification: { status, lines } }: ReportFrame): string {
  const [answer = "", ...more] = lines;
  const rest = more.map((line) => `<p>${html(line)}</p>`).join("");
  return `<section class="result ${status}"><strong>${html(answer)}</strong>${rest}</section>`;
}

function numbers({ records, kinds, verdicts: given, ran, failedOpen }: TrailSummary): string {
  const cells: readonly (readonly [string, number])[] = [
    ["records", records],
    ["decisions", kinds.decision],
    ...verdicts.map((verdict) => [verdict, given[verdict]] as const),
    ["tools ran", ran],
    ["failed open", failedOpen.total],
  ];
  return `<div class="numbers">${cells
    .map(([name, value]) => `<div><b>${count(value)}</b>${html(name)}</div>`)
    .join("")}</div>`;
}

/** How many rows the tables of hooks and tools have. */
const most = 50;

function hookTable(hooks: readonly HookCount[]): string {
  const names = ["runs", "deny", "ask", "allow", "faults", "failed open"];
  const rows = hooks.map(({ id, runs, decided, faults, failedOpen }) => [
    id,
    ...[runs, decided.deny, decided.ask, decided.allow, faults, failedOpen],
  ]);
  return countTable(["hook", ...names], rows, "No hook ran.");
}

function toolTable(tools: TrailSummary["tools"]): string {
  const rows = tools.map(({ name, calls, denied }) => [name, calls, denied]);
  return countTable(["tool", "calls", "denied"], rows, "No tool was called.");
}

function countTable(
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): string {
  if (rows.length === 0) return `<p class="none">${none}</p>`;
  const caption = rows.length > most ? `<caption>the first ${most} of ${count(rows.length)}</caption>` : "";
  const head = names.map((name, index) => `<th${index > 0 ? ' class="number"' : ""}>${name}</th>`).join("");
  const body = rows.slice(0, most).map((row) => {
    const cells = row.map((value) =>
      typeof value === "number" ? `<td class="number">${count(value)}</td>` : `<td>${html(value)}</td>`,
    );
    return `<tr>${cells.join("")}</tr>`;
  });
  return tableOf(caption, head, body);
}

function recordTable({ rows, total }: SummaryTable, none: string): string {
  if (total === 0) return `<p class="none">${none}</p>`;
  const caption =
    rows.length < total ? `<caption>the last ${count(rows.length)} of ${count(total)}</caption>` : "";
  const head = ["time (UTC)", "record", "what happened", "session"]
    .map((name) => `<th>${name}</th>`)
    .join("");
  const body = rows.map(
    ({ time, place, sentence, session }) =>
      `<tr><td class="time">${html(moment(time))}</td><td>${html(place)}</td><td>${html(sentence)}</td><td>${html(session)}</td></tr>`,
  );
  return tableOf(caption, head, body);
}

function tableOf(caption: string, head: string, body: readonly string[]): string {
  return `<div class="wide"><table>${caption}<thead><tr>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>`;
}
