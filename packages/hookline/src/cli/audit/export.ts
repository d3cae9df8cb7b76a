import {
  csvHeader,
  csvRow,
  type FoundRecord,
  htmlReport,
  ocsfEvent,
  queryTrail,
  type ReportFrame,
  summarizer,
  verifyAll,
} from "../../audit/index.ts";
import type { Outlet } from "../../system/outlet.ts";
import { auditLinesAnswer } from "../answers/audit.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { version } from "../version.ts";
import { declareFilters, filterOf, filterWords } from "./filters.ts";
import { toOutlet } from "./outlets.ts";
import { declareTrail, trailOf } from "./trail-folder.ts";
import { verificationLines } from "./verification.ts";

/** Writes records as one form; stops where nobody reads any more. */
type Writer = (found: Iterable<FoundRecord>, out: Outlet, frame: () => ReportFrame) => void;

const formats: { readonly [name: string]: Writer } = {
  jsonl: each(({ line }) => `${line}\n`),
  csv: each(({ record }) => csvRow(record), csvHeader),
  ocsf: each(({ record }) => `${JSON.stringify(ocsfEvent(record, { version: version() }))}\n`),
  html(found, out, frame) {
    const summary = summarizer();
    for (const { record, payload } of found) summary.add(record, payload);
    out.write(htmlReport(summary.read(), frame()));
  },
};

/** `hookline audit export`: the records in a form that others read. */
export const exportVerb = defineVerb({
  name: "export",
  summary: "write the records as JSON lines, CSV, OCSF events or a report for people",
  examples: [
    "hookline audit export --format html --output report.html --since 7d",
    "hookline audit export --format csv --verdict deny > denials.csv",
    "hookline audit export --format ocsf | your-siem",
    "",
    "jsonl: the exact lines of the trail. csv: RFC 4180, safe to open in a spreadsheet. ocsf: OCSF 1.6 API Activity, one",
    "event a line. html: one page with the verification, totals, a chart, denials and hooks that failed open.",
  ],
  answers: auditLinesAnswer,
  declare: (command) =>
    declareTrail(
      declareFilters(command.option("--format <form>", "jsonl (if none is named), csv, ocsf or html")),
    )
      .option("--output <file>", "write to this file, for its owner alone, instead of standard output")
      .option("--force", "replace the file if there is one")
      .option("--json", "the same as --format jsonl"),
  async run(_args, options) {
    const format = textOption(options, "format") ?? "jsonl";
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (!write) throw new UsageError(`--format ${format}: there are ${Object.keys(formats).join(", ")}`);
    if (options.json === true && format !== "jsonl")
      throw new UsageError(`--json is --format jsonl; give it or --format ${format}, not both`);
    const filter = filterOf(options);
    const { folder } = trailOf(options);
    const chain = textOption(options, "chain");
    const found = queryTrail(folder, filter, chain === undefined ? {} : { chain });
    toOutlet(options, (out) => write(found, out, () => frameOf(folder, options)));
    return 0;
  },
});

function each(render: (one: FoundRecord) => string, header = ""): Writer {
  return (found, out) => {
    if (!out.write(header)) return;
    for (const one of found) if (!out.write(render(one))) return;
  };
}

function frameOf(folder: string, options: VerbOptions): ReportFrame {
  const report = verifyAll(folder);
  const universal = (time: string) => `${time.slice(0, 19).replace("T", " ")} UTC`;
  return {
    verification: { status: report.status, lines: verificationLines(report, universal) },
    folder,
    chosen: filterWords(options),
    made: new Date().toISOString(),
    version: version(),
  };
}
