import { createEngine, suggest } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { localMoment, momentOf } from "../audit/moments.ts";
import { workingFolder } from "../folder.ts";
import { paintFor } from "../render.ts";
import { statsAnswers } from "../stats/answers.ts";
import { type StatsRow, statsRows } from "../stats/rows.ts";
import { interpreterStarts } from "../stats/starts.ts";
import { statsTable } from "../stats/table.ts";
import { tallyTrace } from "../trace/tally.ts";
import { defineVerb, textOption, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline stats`: what each hook of this project costs, how often it broke, and what would make it cheaper. */
export const statsVerb = defineVerb({
  name: "stats",
  summary: "show what each hook costs, how often it broke, and what would make it cheaper",
  examples: [
    "hookline stats                  (the last 7 days, the dearest first)",
    "hookline stats --since 1d --hook guard",
    "hookline stats --json",
    "",
    "The numbers come from the trace. To say what the start of an interpreter costs, it is started a few times",
    "(python3 -c pass and the like), never anything of the project; the answer is kept for a week.",
    "Exit status: 0; 1 for a wrong call.",
  ],
  answers: statsAnswers,
  declare: (command) =>
    command
      .option("--since <time>", "30s, 15m, 2h, 7d ago, or a date; 7d by default")
      .option("--hook <id>", "only this hook")
      .option("--json", "print the numbers as JSON"),
  async run(_args, options) {
    const since = momentOf(textOption(options, "since") ?? "7d", "--since");
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const { projectDir, stateFolder } = engine;
      const tally = tallyTrace(stateFolder, projectDir, since);
      const rows = chosen(
        statsRows(engine, tally, interpreterStarts(engine, process.env)),
        textOption(options, "hook"),
      );
      const toolCalls = tally.byEvent.get("PreToolUse")?.count ?? 0;
      if (options.json === true) {
        const answer = {
          project: projectDir,
          since: new Date(since).toISOString(),
          events: tally.events,
          toolCalls,
          hooks: rows,
        };
        writeWhole(1, `${JSON.stringify(answer, null, 2)}\n`);
      } else if (options.quiet !== true) {
        const paint = paintFor(1);
        const lines = [
          ...statsTable(rows, paint),
          paint.dim(summary(projectDir, since, tally.events, toolCalls, rows.length)),
        ];
        writeWhole(1, `${lines.join("\n")}\n`);
      }
      return 0;
    } finally {
      await engine.close();
    }
  },
});

function chosen(rows: readonly StatsRow[], id: string | undefined): readonly StatsRow[] {
  if (id === undefined) return rows;
  const found = rows.filter((row) => row.id === id);
  if (found.length > 0) return found;
  const meant = suggest(
    id,
    rows.map((row) => row.id),
  );
  const hint = meant === null ? `"hookline list" shows the ids` : `do you mean ${meant}?`;
  throw new UsageError(`there is no hook "${id}" here, nor in the trace; ${hint}`);
}

function summary(project: string, since: number, events: number, calls: number, hooks: number): string {
  const where = visibleLine(project);
  if (hooks === 0 && events === 0)
    return `no hooks are configured for ${where}, and nothing is written down of it`;
  if (events === 0)
    return `nothing is written down of ${where} since ${localMoment(since)}; a longer --since looks further back, and "hookline fire" writes`;
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  return `${count(events, "event")}, ${count(calls, "tool call")} since ${localMoment(since)}`;
}
