import type { AuditRecord, FoundRecord } from "../../audit/index.ts";
import { queryTrail, recordSentence } from "../../audit/index.ts";
import { standardOutlet } from "../../system/outlet.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditLinesAnswer } from "../answers/audit.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb, textOption } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { declareFilters, filterOf, numberOption } from "./filters.ts";
import { localMoment } from "./moments.ts";
import { declareTrail, trailOf } from "./trail-folder.ts";

/** `hookline audit query`: one line for each record that fits. */
export const queryVerb = defineVerb({
  name: "query",
  summary: "show the records that fit, one line each",
  examples: [
    "hookline audit query --verdict deny --since 2h",
    "hookline audit query --tool Bash --grep 'git push' --reverse --limit 20",
    "hookline audit query --failed-open --json | jq -r .eventId",
    "",
    "Times are those of this place (TZ=UTC for universal time). --json prints the records, one a line.",
  ],
  answers: auditLinesAnswer,
  declare: (command) =>
    declareTrail(declareFilters(command))
      .option("--limit <n>", "at most so many")
      .option("--reverse", "the latest first")
      .option("--json", "print the records themselves, one a line"),
  async run(_args, options) {
    const filter = filterOf(options);
    const limit = numberOption(options, "limit") ?? Number.POSITIVE_INFINITY;
    const { folder } = trailOf(options);
    const chain = textOption(options, "chain");
    const found = queryTrail(folder, filter, {
      reverse: options.reverse === true,
      ...(chain !== undefined && { chain }),
    });
    const paint = paintFor(1);
    const out = standardOutlet();
    let count = 0;
    for (const one of found) {
      const text = options.json === true ? one.line : renderFound(one, paint);
      if (!out.write(`${text}\n`) || ++count >= limit) break;
    }
    out.end();
    if (count === 0 && options.json !== true && options.quiet !== true) writeWhole(2, "no record fits\n");
    return 0;
  },
});

/** One record as a line: when, what happened, and where it stands. */
export function renderFound({ chain, record, payload }: FoundRecord, paint: Paint): string {
  const sentence = visibleLine(recordSentence(record, payload()));
  const [first = "", ...rest] = sentence.split(" ");
  const place = paint.dim(visibleLine(`${chain}/${record.seq}`));
  return `${visibleLine(localMoment(record.time))} ${tintOf(record, paint)(first)} ${rest.join(" ")}  ${place}`;
}

function tintOf(record: AuditRecord, paint: Paint): (text: string) => string {
  if (record.kind !== "decision") return paint.dim;
  if (record.verdict === "deny") return paint.red;
  return record.verdict === "ask" || record.verdict === "defer" ? paint.yellow : paint.green;
}
