import type { Replay } from "../../index.ts";
import { standardOutlet } from "../../system/outlet.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { count, counted } from "../count.ts";
import { paintFor } from "../render.ts";
import { textOption, type VerbOptions } from "../verb.ts";
import { replayAnswer } from "./answer.ts";
import type { Done } from "./judge-all.ts";
import { differenceLines, notJudgedLines, summaryLine, wouldLines } from "./render.ts";

/** So many events are shown of a hook that only warns, unless more are wanted. */
const shownEvents = 5;

/** Says what came out of a replay, to a person or to a program. */
export function report({ engine }: Replay, done: Done, options: VerbOptions): void {
  const { tally, would, broken } = done;
  if (broken > 0) writeWhole(2, `${counted(broken, "line")} of the records could not be read\n`);
  if (options.json === true) {
    const file = textOption(options, "with") ?? null;
    const about = { project: engine.projectDir, with: file, run: options.run === true, broken };
    writeWhole(1, `${JSON.stringify(replayAnswer(tally, would, about, engine.redactor), null, 2)}\n`);
    return;
  }
  if (options.quiet === true) return;
  const paint = paintFor(1);
  const out = standardOutlet();
  const most = options.verbose === true ? Number.POSITIVE_INFINITY : shownEvents;
  const advised = would.flatMap((one) => ["", ...wouldLines(one, tally.events, most, paint)]);
  if (options.would === true) {
    const none = ["no hook here is in shadow or warn mode, and none was when this was recorded"];
    const [, ...lines] = advised;
    for (const line of advised.length === 0 ? none : lines) out.write(`${line}\n`);
    out.end();
    return;
  }
  const { stricter, looser, other } = tally.endings;
  const more = stricter + looser + other - tally.differences.length;
  out.write(`${summaryLine(tally, paint)}\n`);
  for (const one of tally.differences)
    for (const line of ["", ...differenceLines(one, paint)]) out.write(`${line}\n`);
  if (more > 0)
    out.write(`\nand ${count(more)} more (--limit ${more + tally.differences.length}, or --json)\n`);
  const missing = notJudgedLines(tally, paint);
  for (const line of missing.length === 0 ? [] : ["", ...missing]) out.write(`${line}\n`);
  for (const line of advised) out.write(`${line}\n`);
  out.end();
}
