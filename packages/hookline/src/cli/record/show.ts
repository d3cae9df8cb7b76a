import { createEngine, type EventRecord, readRecords } from "../../index.ts";
import { standardOutlet } from "../../system/outlet.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb, UsageError } from "../verb.ts";
import { visible } from "../visible.ts";
import { recordLine, shown, verdictTint } from "./lines.ts";
import { meantBy } from "./sessions.ts";

/** `hookline record show`: the events of a session, one a line, or all that is known of one event. */
export const showVerb = defineVerb({
  name: "show",
  summary: "the events of a recorded session, or one event with its payload and every hook",
  examples: [
    "hookline record show 4f1c",
    "hookline record show 019a8d1e-7c1b-7c3a-9b1e-1a2b3c4d5e6f",
    "hookline record show 4f1c --json | jq -r .decision.verdict",
    "",
    "The beginning of an identifier is enough. --json prints the records, one a line. Exit status: 0; 1 nothing is called so.",
  ],
  // One line each; this is what a line holds.
  answers: {
    type: "object",
    required: ["v", "at", "eventId", "event", "project", "session", "payload", "decision", "runs", "skipped"],
    properties: {
      v: { const: 1 },
      at: { type: "number" },
      eventId: { type: "string" },
      event: { type: "string" },
      payload: { type: "object" },
      redacted: { type: "boolean" },
      cut: { type: "array", items: { type: "string" } },
      decision: { type: "object", required: ["verdict", "reason", "halt"] },
      runs: { type: "array", items: { type: "object", required: ["hook", "source", "verdict", "reason"] } },
    },
  },
  declare: (command) =>
    command
      .argument("[id]", "a session or an event, or the beginning of its identifier")
      .option("--json", "print the records themselves, one a line"),
  async run([word], options) {
    if (word === undefined || word === "")
      throw new UsageError('which session or event? "hookline record list" shows the sessions');
    const engine = await createEngine({ cwd: workingFolder(options) });
    await engine.close();
    const { session, eventId } = meantBy(word, engine.stateFolder);
    const out = standardOutlet();
    const paint = paintFor(1);
    const wanted = { session, ...(eventId !== null && { eventId }) };
    for (const record of readRecords(engine.stateFolder, wanted)) {
      const text =
        options.json === true
          ? JSON.stringify(record)
          : eventId === null
            ? recordLine(record, paint)
            : wholeRecord(record, paint);
      if (!out.write(`${text}\n`)) break;
    }
    out.end();
    return 0;
  },
});

function wholeRecord(record: EventRecord, paint: Paint): string {
  const { decision, payload, runs, skipped, redacted, cut } = record;
  const lines = [recordLine(record, paint)];
  if (decision.reason !== "") lines.push(`  ${shown(decision.reason)}`);
  for (const { hook, source, mode, verdict, reason, fault } of runs) {
    const end = fault ?? verdict;
    const how = mode === "enforce" ? "" : ` (${mode})`;
    const why = reason === "" ? "" : `: ${shown(reason)}`;
    lines.push(
      `  ${shown(hook)}  ${paint.dim(shown(source))}  ${verdictTint(verdict, paint)(end)}${how}${why}`,
    );
  }
  for (const { hook, source, why } of skipped)
    lines.push(paint.dim(`  - ${shown(hook)}  ${shown(source)}  skipped: ${shown(why)}`));
  if (redacted) lines.push(paint.yellow("  secrets were taken out of the payload"));
  if (cut.length > 0) lines.push(paint.yellow(`  too long to be kept whole: ${shown(cut.join(", "))}`));
  const text = visible(JSON.stringify(payload, null, 2)).replaceAll("\n", "\n  ");
  return `${lines.join("\n")}\n  ${text}`;
}
